// Finds the members of a group who can take another record.
import { sql } from 'kysely';
import { presentGroupSql } from '../../identity/index.ts';
import { userOfAddress } from '../../platform/postgres/addresses.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { countOpenByPerson } from '../../records/index.ts';

interface RotationsTable {
  group_id: string;
  user_id: string | null;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    assignment_rotations: RotationsTable;
  }
}

export interface Rotation {
  group_id: string;
  /** A renamed group has its present name. */
  group: string;
  /** The member who was assigned last. */
  user_id: string | null;
}

/** Until the transaction ends, no other one chooses a member of the group. Returns undefined for an unknown group. */
export async function lockRotation(tx: Tx, group: string): Promise<Rotation | undefined> {
  const { rows } = await sql<Rotation>`
    insert into assignment_rotations (group_id)
    select id from groups where name = ${presentGroupSql(sql`${group}::text`)}
    on conflict (group_id) do update set group_id = excluded.group_id
    returning group_id, user_id, (select name from groups where id = group_id) as "group"`.execute(
    tx,
  );
  return rows[0];
}

export const readRotation = async (db: Db | Tx, group: string): Promise<Rotation | undefined> => {
  const { rows } = await sql<Rotation>`
    select groups.id as group_id, groups.name as "group", rotations.user_id
    from groups left join assignment_rotations as rotations on rotations.group_id = groups.id
    where groups.name = ${presentGroupSql(sql`${group}::text`)}`.execute(db);
  return rows[0];
};

export const saveRotation = async (tx: Tx, { group_id, user_id }: Rotation): Promise<void> => {
  await tx
    .updateTable('assignment_rotations')
    .set({ user_id })
    .where('group_id', '=', group_id)
    .execute();
};

export interface Candidate {
  id: string;
  email: string;
  capacity: number | null;
  addresses: string[];
}

/** Returns the active members with one of the roles who are not away, in the order of their turns. */
export async function findCandidates(
  db: Db | Tx,
  groupId: string,
  roles: readonly string[],
  now: Date,
): Promise<Candidate[]> {
  const member = sql.ref('member');
  const { rows } = await sql<Candidate>`
    select distinct users.id, users.email, users.capacity, users.email || users.previous_emails as addresses
    from groups, unnest(groups.members) as member, users
    where groups.id = ${groupId} and users.id = ${userOfAddress(member)}
      and users.active and users.roles && ${roles}::text[]
      and (users.away_until is null or users.away_until <= ${now.toISOString()}::timestamptz)
    order by users.id`.execute(db);
  return rows;
}

/** Returns how many open records each of the people works on, under any of their addresses. */
export async function countOpen(
  db: Db | Tx,
  people: readonly Candidate[],
): Promise<ReadonlyMap<string, number>> {
  const addresses = people.flatMap((one) => one.addresses);
  const counts = addresses.length === 0 ? new Map() : await countOpenByPerson(db, addresses);
  return new Map(
    people.map(({ id, addresses: own }) => [
      id,
      own.reduce((sum, one) => sum + (counts.get(one.toLowerCase()) ?? 0), 0),
    ]),
  );
}
