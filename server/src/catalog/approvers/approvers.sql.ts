// Reads what decides about the approvers of a stage: whether they are still there, whether they are away, and who stands
// in for them.
import { sql } from 'kysely';
import { userOfAddress } from '../../platform/postgres/addresses.ts';
import type { Tx } from '../../platform/postgres/tables.ts';

export interface PersonState {
  given: string;
  /** Lists all addresses of the person, the present one first. */
  addresses: string[];
  /** No user has the address; an external identity provider may know the person. */
  is_unknown: boolean;
  active: boolean;
  is_away: boolean;
  /** The present address of an active user who stands in. */
  delegate: string | null;
}

/** Returns a row for each address, in their order. */
export async function readPersonStates(
  tx: Tx,
  addresses: readonly string[],
  now: Date,
): Promise<PersonState[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<PersonState>`
    select given, person.id is null as is_unknown, coalesce(person.active, false) as active,
      coalesce(person.away_until > ${now.toISOString()}::timestamptz, false) as is_away,
      case when person.id is null then array[given] else array[person.email] || person.previous_emails end as addresses,
      (select other.email from users as other
        where other.active and other.id = ${userOfAddress(sql.ref('person.delegate'))}) as delegate
    from unnest(${addresses}::text[]) with ordinality as sent (given, place)
    left join users as person on person.id = ${userOfAddress(sql.ref('given'))}
    order by place`.execute(tx);
  return rows;
}

export async function findManagerOf(tx: Tx, address: string): Promise<string | null> {
  const { rows } = await sql<{ manager: string | null }>`
    select manager from users where id = ${userOfAddress(sql`${address}::text`)}`.execute(tx);
  return rows[0]?.manager ?? null;
}
