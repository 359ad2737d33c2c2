// Finds the open records that a person or a group works on.
import { type RawBuilder, sql } from 'kysely';
import type { RecordName } from '../../events/index.ts';
import { isOneOfAddresses } from '../../platform/postgres/addresses.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { type AnyRecordType, typesOfWork } from '../record-type.ts';

/** A person works under all of their addresses. */
export type Worker = { assignees: readonly string[] } | { groups: readonly string[] };

export interface OpenRecord {
  type: RecordName;
  id: string;
  title: string;
  state: string;
  assignment_group: string | null;
}

const isOf = (worker: Worker, table: string): RawBuilder<boolean> =>
  'assignees' in worker
    ? isOneOfAddresses(`${table}.assigned_to`, worker.assignees)
    : sql<boolean>`${sql.ref(`${table}.assignment_group`)} = any(${[...worker.groups]}::text[])`;

const openOf = ({ table, work }: AnyRecordType, worker: Worker): RawBuilder<unknown> => {
  const states = sql.join((work?.open ?? []).map((state) => sql.lit(state)));
  return sql`from ${sql.table(table.name)} where ${isOf(worker, table.name)} and state in (${states})
    ${table.keepsDeleted ? sql`and deleted_at is null` : sql``}`;
};

/** Returns the oldest open records of a type. */
export async function findOpenWork(
  db: Db | Tx,
  type: AnyRecordType,
  worker: Worker,
  limit: number,
): Promise<OpenRecord[]> {
  const title = sql.ref(type.labelColumn ?? 'id');
  const { rows } = await sql<OpenRecord>`
    select ${sql.lit(type.type)} as type, id, ${title} as title, state, assignment_group
    ${openOf(type, worker)} order by created_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Counts the open records of each type, types without any included. */
export async function countOpenWork(
  db: Db | Tx,
  worker: Worker,
): Promise<{ type: RecordName; count: number }[]> {
  const parts = typesOfWork().map(
    (type) =>
      sql`select ${sql.lit(type.type)} as type, count(*)::int as count ${openOf(type, worker)}`,
  );
  const { rows } = await sql<{
    type: RecordName;
    count: number;
  }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}

/** Counts the open records of all types by the address of the assignee, in lower case. */
export async function countOpenByPerson(
  db: Db | Tx,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const parts = typesOfWork().map(
    (type) => sql`
      select lower(assigned_to) as person, count(*)::int as count
      ${openOf(type, { assignees: addresses })} group by 1`,
  );
  const { rows } = await sql<{ person: string; count: number }>`
    select person, sum(count)::int as count
    from (${sql.join(parts, sql` union all `)}) as counted group by person`.execute(db);
  return new Map(rows.map(({ person, count }) => [person, count]));
}
