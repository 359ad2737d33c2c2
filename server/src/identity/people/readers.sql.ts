// Reads the users with some addresses and what decides about their rights.
import { sql } from 'kysely';
import { userOfAddress } from '../../platform/postgres/addresses.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface ActivePerson {
  /** The caller names the person by this address, which may be a former one. */
  given: string;
  id: string;
  email: string;
  previous_emails: string[];
  roles: string[];
}

export async function findActivePeople(
  db: Db | Tx,
  addresses: readonly string[],
): Promise<ActivePerson[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<ActivePerson>`
    select given, users.id, users.email, users.previous_emails, users.roles
    from unnest(${addresses}::text[]) with ordinality as sent (given, place)
    join users on users.active and users.id = ${userOfAddress(sql.ref('given'))}
    order by place`.execute(db);
  return rows;
}
