// Who holds what at this moment. The one place where these proofs read the columns of leases, locks and jobs: what is
// counted elsewhere is counted by receivers, attempts and the API.
import type { Client } from '../../server/test/databases.ts';
import type { Site } from './site.ts';

/** Rows, one for each delivery that has not ended. */
export const OWED = 'select from delivery_queue';

/** Deliveries under a lease that has not ended, each with its claim. */
export async function leased(site: Site): Promise<Map<string, string>> {
  const rows = await site.sql(
    'select id, claim from delivery_queue where leased_until > clock_timestamp()',
  );
  return new Map(rows.map(({ id, claim }) => [id, claim]));
}

export interface Relaying {
  /** The name under which its process connects. */
  name: string;
  /** Its connection, as PostgreSQL knows it. */
  pid: number;
}

export async function whoRelays(client: Client): Promise<Relaying | undefined> {
  const { rows } = await client.query<Relaying>(
    `select application_name as name, pid
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objsubid = 1 and datname = current_database()
       and (classid::bigint << 32 | objid::bigint) = hashtext('signalbox_relay')`,
  );
  return rows[0];
}

/** Jobs that some process has taken, those among it that wait in its memory. */
export async function takenJobs(site: Site): Promise<number> {
  const [{ n }] = await site.sql(
    'select count(*)::int as n from graphile_worker.jobs where locked_by is not null',
  );
  return n;
}
