// Who somebody is now: for what is done in the name of a person or a client long after their last token.
import type { Deps } from '../platform/runtime/deps.ts';
import type { Actor } from '../platform/context.ts';
import { clientAddress } from './addresses.ts';
import { findSubject } from './subjects.sql.ts';

/**
 * With the roles of now; undefined for who is deactivated or gone. Of a foreign provider's people nothing is known
 * here but what their token said: they stay as they were.
 */
export async function actorNow(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  was: Actor,
): Promise<Actor | undefined> {
  if (config.OIDC_ISSUER !== '') return was;
  const subject = await findSubject(db, was.id);
  if (!subject?.active) return undefined;
  return {
    id: was.id,
    email: subject.email ?? clientAddress(config, was.id),
    roles: subject.roles,
  };
}
