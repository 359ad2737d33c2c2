// Reads which process owns which work. Only here do these tests read the columns of leases, locks and jobs; all other
// counts come from receivers, attempts and the API.
import type { Client } from './databases.ts';
import { OWN_LOCKS } from './locks.ts';
import type { WorkerSite } from './site.ts';

/** Returns one row for each unfinished delivery. */
export const UNDELIVERED = 'select from delivery_queue';

/** Maps each delivery under an unexpired lease to its claim. */
export async function leasedDeliveries(site: WorkerSite): Promise<Map<string, string>> {
  const rows = await site.sql(
    'select id, claim from delivery_queue where leased_until > clock_timestamp()',
  );
  return new Map(rows.map(({ id, claim }) => [id, claim]));
}

export interface RelayConnection {
  /** The process sets this application name on its connections. */
  name: string;
  backendPid: number;
}

/**
 * A backend that is ending still has its lock, but neither a database nor a name. A transaction reads the activity of
 * all backends once and keeps it, so a caller in a transaction would never see a connection that was opened later.
 */
export async function findRelay(client: Client): Promise<RelayConnection | undefined> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<RelayConnection>(
    `select application_name as name, pid as "backendPid"
     from ${OWN_LOCKS} join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objsubid = 1 and datname is not null
       and (classid::bigint << 32 | objid::bigint) = hashtext('signalbox_relay')`,
  );
  return rows[0];
}

/** Counts the jobs locked by some process, including those that wait in its memory. */
export async function takenJobs(site: WorkerSite): Promise<number> {
  const [{ n }] = await site.sql(
    'select count(*)::int as n from graphile_worker.jobs where locked_by is not null',
  );
  return n;
}
