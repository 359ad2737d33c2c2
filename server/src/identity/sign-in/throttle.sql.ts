// All processes share the login attempts in PostgreSQL.
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { AccountState, NetworkState } from './throttle.ts';

/** `account` hashes the e-mail address, `network` the e-mail address with the network. */
export interface LoginKeys {
  account: string;
  network: string;
}

interface Row {
  account: string;
  failures: number;
  retry_at: string;
  slot_at: string | null;
}

const timeOf = (text: string): number => Date.parse(text);
const isoTime = (time: number): string => new Date(time).toISOString();

/** Locks both rows and creates them if necessary. Concurrent attempts at one account wait for each other here. */
export async function lockAttempts(
  tx: Tx,
  { account, network }: LoginKeys,
): Promise<{ account: AccountState; network: NetworkState }> {
  const keys = [account, network];
  await sql`insert into login_failures (account, failures, retry_at)
    select unnest(${keys}::text[]), 0, to_timestamp(0) on conflict do nothing`.execute(tx);
  const { rows } = await sql<Row>`select account, failures, retry_at, slot_at from login_failures
    where account = any(${keys}) order by account for update`.execute(tx);
  const rowOf = (key: string) => rows.find((row) => row.account === key);
  const networkRow = rowOf(network);
  return {
    // Both were inserted above; a row that the sweep deleted in between counts as a new one.
    account: { lastSlotAt: timeOf(rowOf(account)?.retry_at ?? isoTime(0)) },
    network: {
      failures: networkRow?.failures ?? 0,
      retryAt: timeOf(networkRow?.retry_at ?? isoTime(0)),
      slotAt: networkRow?.slot_at ? timeOf(networkRow.slot_at) : null,
    },
  };
}

export async function saveAttempts(
  tx: Tx,
  keys: LoginKeys,
  { account, network }: { account: AccountState; network: NetworkState },
): Promise<void> {
  const { failures, retryAt, slotAt } = network;
  await sql`update login_failures set retry_at = ${isoTime(account.lastSlotAt)}
    where account = ${keys.account}`.execute(tx);
  await sql`update login_failures set failures = ${failures}, retry_at = ${isoTime(retryAt)},
    slot_at = ${slotAt === null ? null : isoTime(slotAt)} where account = ${keys.network}`.execute(
    tx,
  );
}

export const deleteFailures = (db: Db, { network }: LoginKeys): Promise<unknown> =>
  sql`delete from login_failures where account = ${network}`.execute(db);

/** Deletes rows whose wait and reserved slot ended before this time. */
export const purgeExpiredFailures = (db: Db, before: string): Promise<unknown> =>
  sql`delete from login_failures
    where retry_at < ${before} and (slot_at is null or slot_at < ${before})`.execute(db);

const MAX_NETWORKS = 20;

/** Records a login from a network, and deletes all but the latest networks. */
export async function rememberNetwork(
  db: Db,
  { account, network }: LoginKeys,
  now: string,
): Promise<void> {
  await sql`insert into login_networks (account, network, seen_at)
    values (${account}, ${network}, ${now})
    on conflict (account, network) do update set seen_at = excluded.seen_at`.execute(db);
  await sql`delete from login_networks where account = ${account} and network not in (
    select network from login_networks where account = ${account}
    order by seen_at desc, network limit ${sql.lit(MAX_NETWORKS)})`.execute(db);
}

export async function isKnownNetwork(
  db: Db,
  { account, network }: LoginKeys,
  since: string,
): Promise<boolean> {
  const { rows } = await sql`select from login_networks
    where account = ${account} and network = ${network} and seen_at >= ${since}`.execute(db);
  return rows.length > 0;
}

export const purgeExpiredNetworks = (db: Db, before: string): Promise<unknown> =>
  sql`delete from login_networks where seen_at < ${before}`.execute(db);
