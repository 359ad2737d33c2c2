// Bootstrap and the command line act without an HTTP request, under an audit context of their own.
import type { Deps } from '../platform/runtime/deps.ts';
import type { AuditContext } from '../platform/context.ts';
import { clientAddress } from './addresses.ts';

export function systemContext(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  name: string,
): AuditContext {
  const email = clientAddress(config, name);
  return { actor: { id: name, email, roles: [] }, requestId: name, now: now() };
}
