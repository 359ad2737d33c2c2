// A directory sends the token of its connector with each request. Tokens of the API are not accepted, nor is this one there.
import { clientAddress, hashKey } from '../identity/index.ts';
import type { Actor } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { isToken } from './connectors/connectors.service.ts';
import {
  type ConnectorRow,
  findConnectorByHash,
  markConnectorUsed,
} from './connectors/connectors.sql.ts';

/** One response for all tokens that are refused does not reveal which of them once were valid. */
const refusal = (): ApiError =>
  new ApiError(
    'unauthenticated',
    'Send the header Authorization: Bearer with the token of an active SCIM connector. A super_admin can rotate it if it has expired.',
    {},
    { 'www-authenticate': 'Bearer realm="signalbox-scim"' },
  );

/** Each request reads the connector, so that a token is refused as soon as it is rotated, expired or inactive. */
export async function authenticate(
  { db, now }: Deps,
  authorization: string | undefined,
): Promise<ConnectorRow> {
  const token = /^Bearer +(\w{1,100})$/i.exec(authorization ?? '')?.[1];
  if (token === undefined || !isToken(token)) throw refusal();
  const connector = await findConnectorByHash(db, hashKey(token));
  const at = now();
  if (!connector?.active || Date.parse(connector.expires_at) <= at.getTime()) throw refusal();
  await markConnectorUsed(db, connector, at);
  return connector;
}

/** No client can have this address, because a client id has no plus sign. */
export const actorOf = ({ config }: Deps, { id }: ConnectorRow): Actor => ({
  id,
  email: clientAddress(config, `scim+${id}`),
  roles: [],
  isClient: true,
});
