import { type Generated, type Selectable, sql } from 'kysely';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import type { Db } from '../../platform/postgres/tables.ts';

export type SignInKind = 'sign_in' | 'failed' | 'sign_out' | 'key_exchange';

interface SignInEventsTable {
  id: Generated<string>;
  at: string;
  kind: SignInKind;
  actor: string | null;
  account_hash: string | null;
  address: string;
  client: string | null;
  dedup_key: string | null;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    sign_in_events: SignInEventsTable;
  }
}

export type SignInRow = Omit<Selectable<SignInEventsTable>, 'dedup_key'>;

/** A repeat within the same minute is not recorded again. */
export const insertSignIn = (
  db: Db,
  row: Omit<Selectable<SignInEventsTable>, 'id'>,
): Promise<unknown> =>
  db
    .insertInto('sign_in_events')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const signInList: ListSpec<SignInRow> = {
  name: 'sign_ins',
  table: 'sign_in_events',
  columns: ['id', 'at', 'kind', 'actor', 'account_hash', 'address', 'client'],
  large: [],
  sorts: { at: 'timestamptz' },
  mainSort: 'at',
  filters: {
    kind: { column: 'kind', test: 'in', type: 'text' },
    actor: { column: 'actor', test: 'in', type: 'text', isAddress: true },
    account: { column: 'account_hash', test: 'in', type: 'text' },
    address: { column: 'address', test: 'in', type: 'text' },
    since: { column: 'at', test: 'since', type: 'timestamptz' },
    until: { column: 'at', test: 'before', type: 'timestamptz' },
  },
  total: 'none',
};

const RETENTION_DAYS = 90;
const MAX_PURGED = 1000;

/** Returns true if more rows may have expired. */
export async function purgeExpiredSignIns(db: Db, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - RETENTION_DAYS * 86_400_000).toISOString();
  const { numAffectedRows = 0n } = await sql`
    delete from sign_in_events where id in (
      select id from sign_in_events where at < ${before}::timestamptz
      order by at limit ${sql.lit(MAX_PURGED)} for update skip locked)`.execute(db);
  return Number(numAffectedRows) === MAX_PURGED;
}
