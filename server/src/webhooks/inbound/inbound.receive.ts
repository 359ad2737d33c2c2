// At the url of a webhook: who sends, whether it is genuine, whether it can be read; then it is taken.
import { ApiError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/context.ts';
import type { RawRequest } from '../../platform/http/request/context.ts';
import type { Finished } from '../../platform/http/request/context.ts';
import { write } from '../../platform/http/routes/write.ts';
import { deliveryIdOf, keptHeaders } from './inbound.headers.ts';
import { secretsOf } from './inbound.secrets.ts';
import { INBOUND_ID } from './inbound.schema.ts';
import { type InboundRow, inboundWebhooks } from './inbound.sql.ts';
import { type Received, takeEvent } from './inbound.process.ts';
import { actingOwner } from './owner.ts';
import { readPayload } from './payload.ts';
import { isSigned } from './signatures.ts';

/** One answer for all that is not let in: it does not tell whether the address exists. */
const refused = () =>
  new ApiError(
    'unauthenticated',
    'No active webhook has this address, or the signature is missing or wrong.',
    {},
    { 'www-authenticate': 'Signature realm="signalbox"' },
  );

/** What has another form is nobody's address, and answered as one. */
const isId = new RegExp(INBOUND_ID);

interface Admitted {
  webhook: InboundRow;
  owner: Actor;
}

async function admit(arrival: RawRequest<{ id: string }>): Promise<Admitted> {
  const { deps, params, headers, bytes, now } = arrival;
  const webhook = isId.test(params.id) ? await inboundWebhooks.find(deps.db, params.id) : undefined;
  const owner = webhook?.active ? await actingOwner(deps, webhook) : undefined;
  const secrets = webhook ? secretsOf(deps.secretKey, webhook)(now) : [];
  const isGenuine = isSigned(headers, bytes, secrets, now);
  const isLetIn = isGenuine || webhook?.secret_enabled === false;
  if (!webhook || !owner || !isLetIn) throw refused();
  await arrival.charge(webhook.handle);
  return { webhook, owner };
}

const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'external_id_taken';

export async function receiveEvent(arrival: RawRequest<{ id: string }>): Promise<Finished> {
  const { webhook, owner } = await admit(arrival);
  const { deps, headers, bytes } = arrival;
  const received: Received = {
    source: { payload: readPayload(bytes), headers: keptHeaders(headers) },
    bytes,
    deliveryId: deliveryIdOf(headers),
  };
  const cause = { ...arrival, actor: owner, reach: 'all' as const };
  const take = (event: Received) =>
    write(deps, undefined, (tx) => takeEvent(tx, cause, webhook, event));
  try {
    return await take(received);
  } catch (error) {
    if (!isTaken(error)) throw error;
    return take({ ...received, withoutExternalId: true });
  }
}
