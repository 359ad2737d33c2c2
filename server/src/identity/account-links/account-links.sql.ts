// A person has one link at most.
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

/** The page that a link opens refuses links for other purposes. */
export type Audience = 'reset' | 'invitation' | 'api_keys';

interface AccountLinksTable {
  user_id: string;
  id: string;
  audience: Audience;
  token_hash: Buffer | null;
  browser_hash: Buffer | null;
  expires_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    account_links: AccountLinksTable;
  }
}

export type AccountLink = Selectable<AccountLinksTable>;

/** Replaces the link that the person had. The caller has locked the user. */
export const replaceLink = (tx: Tx, link: AccountLink): Promise<unknown> =>
  tx
    .insertInto('account_links')
    .values(link)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
    .execute();

/** Returns undefined if the link has ended or expired. */
export const saveToken = (
  db: Db,
  { id, token_hash, now }: { id: string; token_hash: Buffer; now: string },
): Promise<Pick<AccountLink, 'audience'> | undefined> =>
  db
    .updateTable('account_links')
    .set({ token_hash })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returning('audience')
    .executeTakeFirst();

export const findLinkByToken = (
  db: Db | Tx,
  { token_hash, now }: { token_hash: Buffer; now: string },
): Promise<AccountLink | undefined> =>
  db
    .selectFrom('account_links')
    .select(['user_id', 'id', 'audience', 'token_hash', 'browser_hash', 'expires_at'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Returns false if another request has used or replaced the link. */
export async function deleteLink(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('account_links')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export const deleteLinkOf = (tx: Tx, userId: string): Promise<unknown> =>
  tx.deleteFrom('account_links').where('user_id', '=', userId).execute();

export const purgeExpiredLinks = (db: Db, now: string): Promise<unknown> =>
  sql`delete from account_links where expires_at < ${now}::timestamptz`.execute(db);
