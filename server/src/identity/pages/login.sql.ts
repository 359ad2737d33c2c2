// Failed logins, counted where every process sees them.
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';

/** Attempts that cost nothing; after them each doubles the wait, up to the longest. */
export interface Patience {
  freeAttempts: number;
  longestSeconds: number;
}

/**
 * Counted as failed before the password is looked at, so that guesses sent at once do not all pass.
 * False while the account must wait.
 */
export async function beginAttempt(
  db: Db,
  account: string,
  now: string,
  { freeAttempts, longestSeconds }: Patience,
): Promise<boolean> {
  const { rows } = await sql`
    insert into login_failures as f (account, failures, retry_at) values (${account}, 1, ${now})
    on conflict (account) do update set failures = f.failures + 1,
      retry_at = ${now}::timestamptz + make_interval(secs =>
        case when f.failures < ${sql.lit(freeAttempts)} then 0
        else least(power(2, least(f.failures - ${sql.lit(freeAttempts)}, 20)), ${sql.lit(longestSeconds)}) end)
      where f.retry_at <= ${now}
    returning failures`.execute(db);
  return rows.length > 0;
}

export async function readRetryAt(db: Db, account: string): Promise<string | undefined> {
  const { rows } = await sql<{ retry_at: string }>`
    select retry_at from login_failures where account = ${account}`.execute(db);
  return rows[0]?.retry_at;
}

export const forgetFailures = (db: Db, accounts: string[]): Promise<unknown> =>
  sql`delete from login_failures where account = any(${accounts})`.execute(db);

export const sweepFailures = (db: Db, before: string): Promise<unknown> =>
  sql`delete from login_failures where retry_at < ${before}`.execute(db);
