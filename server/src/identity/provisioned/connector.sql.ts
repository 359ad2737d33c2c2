import { sql } from 'kysely';
import type { Tx } from '../../platform/postgres/tables.ts';

/** Returns undefined if the connector is inactive: a super_admin then changes by hand what it provisioned. */
export async function activeConnectorName(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from scim_connectors where id = ${id} and active`.execute(tx);
  return rows[0]?.name;
}
