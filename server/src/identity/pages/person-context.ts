// A person who uses a hosted page acts for themselves.
import type { AuditContext } from '../../platform/context.ts';
import type { UserRow } from '../users/users.sql.ts';
import type { PageRequest } from './page-request.ts';

/** Every response of the listener names the request. */
export const requestIdFrom = (response: PageRequest['response']): string =>
  String(response.getHeader('x-request-id'));

export const personContext = (
  { deps, response }: Pick<PageRequest, 'deps' | 'response'>,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): AuditContext => ({
  actor: { id, email, roles: [] },
  requestId: requestIdFrom(response),
  now: deps.now(),
});
