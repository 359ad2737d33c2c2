// A person who uses a hosted page acts for themselves.
import type { AuditContext } from '../../platform/context.ts';
import type { UserRow } from '../users/users.sql.ts';
import type { PageRequest } from './page-request.ts';

/** Every response of the listener names the request. */
export const requestIdFrom = (response: PageRequest['response']): string =>
  String(response.getHeader('x-request-id'));

/** `client` is the one that the person signs in to, if there is one. */
export const personContext = (
  { deps, response, address }: Pick<PageRequest, 'deps' | 'response' | 'address'>,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  client: string | null = null,
): AuditContext => ({
  actor: { id, email, roles: [] },
  requestId: requestIdFrom(response),
  now: deps.now(),
  origin: { address, client },
});
