// A session is the login of a person with a client.
import { type Generated, type Selectable, sql } from 'kysely';
import { CLI_CLIENT } from '../clients/clients.builtin.ts';
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
  ends_at: string;
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

/**
 * Records that a token of the login is issued; the same grant is the same session. Returns undefined if the grant has
 * ended: its row is locked, so that a login that ends at the same moment either keeps the token from being issued or finds
 * the session to revoke.
 */
export async function saveSession(
  db: Db,
  session: Omit<Selectable<SessionsTable>, 'id' | 'last_used_at'>,
): Promise<string | undefined> {
  const { user_id, client_id, user_agent, grant_hash, uid_hash, created_at, ends_at } = session;
  const { rows } = await sql<{ id: string }>`
    with alive as (select from provider_state where id = ${`Grant:${grant_hash}`} for share)
    insert into sessions
      (user_id, client_id, user_agent, grant_hash, uid_hash, created_at, last_used_at, ends_at)
    select ${user_id}, ${client_id}, ${user_agent}, ${grant_hash}, ${uid_hash},
      ${created_at}::timestamptz, ${created_at}::timestamptz, ${ends_at}::timestamptz
    from alive
    on conflict (grant_hash) do update
      set last_used_at = excluded.last_used_at, ends_at = excluded.ends_at
    returning id`.execute(db);
  return rows[0]?.id;
}

/**
 * A session is active while the provider has its grant and, except for the command line, the session in the browser,
 * with which its refresh tokens end.
 */
const isActive = sql<boolean>`
  ends_at > now()
  and exists (select from provider_state where provider_state.id = 'Grant:' || sessions.grant_hash)
  and (client_id = ${sql.lit(CLI_CLIENT)} or exists (select from provider_state where provider_state.uid_hash = sessions.uid_hash
    and (provider_state.expires_at is null or provider_state.expires_at > now())))`;

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

/**
 * Ends the login with all clients that share its session in the browser. Returns the ids of the ended sessions; none if
 * it is not active.
 */
export async function endSession(tx: Tx, id: string, userId: string): Promise<string[]> {
  const { rows } = await sql<{ grant_hash: string; uid_hash: string }>`
    select grant_hash, uid_hash from sessions
    where user_id = ${userId} and uid_hash = (
      select uid_hash from sessions where id = ${id}::uuid and user_id = ${userId} and ${isActive})`.execute(
    tx,
  );
  const uids = rows.map(({ uid_hash }) => uid_hash);
  await deleteGrants(
    tx,
    rows.map(({ grant_hash }) => grant_hash),
  );
  await sql`delete from provider_state where uid_hash = any(${uids}::text[])`.execute(tx);
  const ended = await sql<{ id: string }>`
    delete from sessions where user_id = ${userId} and uid_hash = any(${uids}::text[])
    returning id`.execute(tx);
  return ended.rows.map((row) => row.id);
}

/**
 * Deletes grants with their codes and refresh tokens; always before their sessions, in the order in which `saveSession`
 * locks.
 */
const deleteGrants = (db: Db, grants: string[]): Promise<unknown> =>
  sql`delete from provider_state
    where grant_hash = any(${grants}::text[])
      or id = any(${grants.map((grant) => `Grant:${grant}`)}::text[])`.execute(db);

/** Ends the login of a grant, and revokes its access tokens: every process refuses them within two seconds. */
export const endGrant = (db: Db, grant: string, now: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await deleteGrants(tx, [grant]);
    await sql`
      with ended as (delete from sessions where grant_hash = ${grant} returning id)
      insert into revocations (subject, generation, revoked_at)
      select id, 1, ${now}::timestamptz from ended`.execute(tx);
  });

/** Ends the logins of all people with a client; their sessions with other clients in the same browser continue. */
export async function endSessionsOfClient(tx: Tx, clientId: string): Promise<void> {
  const { rows } = await sql<{ grant_hash: string }>`
    select grant_hash from sessions where client_id = ${clientId}`.execute(tx);
  await deleteGrants(
    tx,
    rows.map(({ grant_hash }) => grant_hash),
  );
  await sql`delete from sessions where client_id = ${clientId}`.execute(tx);
}

/** Ends all logins of a person, in every browser and with every client. Returns the ids of the ended sessions. */
export async function endSessionsOfUser(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; grant_hash: string; uid_hash: string }>`
    select id, grant_hash, uid_hash from sessions where user_id = ${userId}`.execute(tx);
  await deleteGrants(
    tx,
    rows.map(({ grant_hash }) => grant_hash),
  );
  const uids = rows.map(({ uid_hash }) => uid_hash);
  await sql`delete from provider_state where uid_hash = any(${uids}::text[])`.execute(tx);
  await sql`delete from sessions where user_id = ${userId}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Ends all logins, also those in progress. Returns how many sessions there were. Access tokens end with their signing key. */
export async function endAllSessions(tx: Tx): Promise<number> {
  await sql`delete from provider_state`.execute(tx);
  const { numAffectedRows = 0n } = await sql`delete from sessions`.execute(tx);
  return Number(numAffectedRows);
}

const MAX_PURGED = 1000;

/** Returns true if more rows may have expired. */
export async function purgeExpiredSessions(db: Db, now: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from sessions where id in (
      select id from sessions where ends_at < ${now}::timestamptz
      order by ends_at limit ${sql.lit(MAX_PURGED)} for update skip locked)`.execute(db);
  return Number(numAffectedRows) === MAX_PURGED;
}
