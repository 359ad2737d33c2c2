// Work done on behalf of an actor, long after its last token, uses the actor's current identity.
import type { Deps } from '../platform/runtime/deps.ts';
import type { Actor } from '../platform/context.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { clientAddress } from './addresses.ts';
import { findActiveByAddress, type Subject } from './subjects.sql.ts';

/**
 * Returns the actor with its current roles; undefined if it is deactivated or deleted. For users of an external provider
 * only the claims of their token are known, so they are returned unchanged.
 */
export function currentActor(
  { config }: Pick<Deps, 'config'>,
  actor: Actor,
  subject: Subject | null,
): Actor | undefined {
  if (config.OIDC_ISSUER !== '') return actor;
  if (!subject?.active) return undefined;
  return {
    id: actor.id,
    email: subject.email ?? clientAddress(config, actor.id),
    ...(subject.former_emails && { formerEmails: subject.former_emails }),
    roles: subject.roles,
    ...(actor.isClient && { isClient: true as const }),
  };
}

/** Returns the active user or client that acts under this address, or did before it changed. */
export async function findActiveSubject(
  db: Db,
  config: Pick<Deps['config'], 'BASE_URL'>,
  address: string,
): Promise<Actor | undefined> {
  const [name = ''] = address.toLowerCase().split('@');
  const isDerived = clientAddress(config, name).toLowerCase() === address.toLowerCase();
  const found = await findActiveByAddress(db, address, isDerived ? name : null);
  if (!found) return undefined;
  const { id, email, former_emails: formerEmails, roles } = found;
  return {
    id,
    email: email ?? clientAddress(config, id),
    ...(formerEmails && { formerEmails }),
    roles,
  };
}
