// Finds the requests that wait for people.
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/tables.ts';
import { addressesOfAbsent } from './approvals.sql.ts';

/**
 * Returns submitted requests whose approvers include one of these addresses, in lower case, or somebody for whom one of
 * them stands in, after an id.
 */
export async function findAwaiting(
  db: Db,
  addresses: readonly string[],
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from service_requests
    where (approvers && ${addresses}::text[] or approvers && array(${addressesOfAbsent(addresses)}))
      and state = 'submitted' and deleted_at is null and id > ${after}
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
