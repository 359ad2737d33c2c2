// A person who uses a hosted page acts for themselves.
import type { AuditContext } from '../../platform/context.ts';
import type { PageRequest } from '../pages/page-request.ts';
import type { UserRow } from '../users/users.sql.ts';

export const factorContext = (
  { deps, response }: Pick<PageRequest, 'deps' | 'response'>,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): AuditContext => ({
  actor: { id, email, roles: [] },
  requestId: String(response.getHeader('x-request-id')),
  now: deps.now(),
});
