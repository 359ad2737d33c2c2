// Logins of people in PostgreSQL.
import { type Generated, type Selectable, sql } from 'kysely';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface SessionsTable {
  id: Generated<string>;
  user_id: string;
  client_id: string;
  user_agent: string | null;
  grant_hash: string;
  uid_hash: string;
  created_at: string;
  last_used_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    sessions: SessionsTable;
  }
}

export type SessionRow = Pick<
  Selectable<SessionsTable>,
  'id' | 'client_id' | 'user_agent' | 'created_at' | 'last_used_at'
>;

/** A token of the login was issued. The same grant is the same session. */
export async function saveSession(
  db: Db,
  session: Omit<Selectable<SessionsTable>, 'id' | 'last_used_at'>,
): Promise<string> {
  const { id } = await db
    .insertInto('sessions')
    .values({ ...session, last_used_at: session.created_at })
    .onConflict((conflict) =>
      conflict.column('grant_hash').doUpdateSet({ last_used_at: session.created_at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The provider still has its grant and the session in the browser, with which its refresh tokens end. */
const isActive = sql<boolean>`
  exists (select from provider_state where provider_state.id = 'Grant:' || sessions.grant_hash)
  and exists (select from provider_state where provider_state.uid_hash = sessions.uid_hash
    and (provider_state.expires_at is null or provider_state.expires_at > now()))`;

export const sessionList: ListSpec<SessionRow> = {
  name: 'sessions',
  table: 'sessions',
  columns: ['id', 'client_id', 'user_agent', 'created_at', 'last_used_at'],
  large: [],
  sources: { client: ['client_id'], current: [] },
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: { user_id: { column: 'user_id', test: 'in', type: 'text' } },
  where: isActive,
  total: 'bounded',
};

/** Ends the login with all clients that share its session in the browser. Returns their ids; none if it is not active. */
export async function endSession(tx: Tx, id: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; grant_hash: string; uid_hash: string }>`
    select id, grant_hash, uid_hash from sessions
    where user_id = ${userId} and uid_hash = (
      select uid_hash from sessions where id = ${id}::uuid and user_id = ${userId} and ${isActive})
    for update`.execute(tx);
  const grants = rows.map(({ grant_hash }) => grant_hash);
  await sql`
    delete from provider_state
    where grant_hash = any(${grants}::text[])
      or id = any(${grants.map((grant) => `Grant:${grant}`)}::text[])
      or uid_hash = any(${rows.map(({ uid_hash }) => uid_hash)}::text[])`.execute(tx);
  await sql`delete from sessions where id = any(${rows.map((row) => row.id)}::uuid[])`.execute(tx);
  return rows.map((row) => row.id);
}

const MAX_PURGED = 1000;

/** True if there may be more. */
export async function purgeExpiredSessions(db: Db, before: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from sessions where id in (
      select id from sessions where last_used_at < ${before}::timestamptz
      order by last_used_at limit ${sql.lit(MAX_PURGED)} for update skip locked)`.execute(db);
  return Number(numAffectedRows) === MAX_PURGED;
}
