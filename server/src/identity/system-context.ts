// Audit context of actions without an HTTP request: bootstrap and the command line.
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
