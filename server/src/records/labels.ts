// Reads the names of referenced records without depending on the feature that owns them.
import { type RawBuilder, sql } from 'kysely';
import type { RecordName } from '../events/index.ts';
import type { Viewer } from '../platform/context.ts';
import { isOneOfAddresses } from '../platform/postgres/addresses.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { type AnyRecordType, typeNamed, typesOfPeople } from './record-type.ts';
import { viewerOf } from './visibility.ts';

export interface RecordLabel {
  id: string;
  name: string;
}

/**
 * Selects `{id, name}` of the record with this id, as part of a statement; null if there is no such record, or no feature
 * that knows the type. With a separate statement, a GET of an incident took half as much CPU again.
 */
export function labelSql(
  type: RecordName,
  id: RawBuilder<unknown>,
): RawBuilder<RecordLabel | null> {
  const target = typeNamed(type);
  if (!target?.labelColumn) return sql`null::jsonb`;
  const { labelColumn, table } = target;
  const key = sql.ref(`${table.name}.id`);
  return sql`(select jsonb_build_object('id', ${key}, 'name', ${sql.ref(`${table.name}.${labelColumn}`)})
    from ${sql.table(table.name)} where ${key} = ${id}${table.keepsDeleted ? sql` and deleted_at is null` : sql``})`;
}

export async function labelOf(
  db: Db,
  type: RecordName,
  id: string | null,
): Promise<RecordLabel | null> {
  if (id === null) return null;
  const { rows } = await sql<{ label: RecordLabel | null }>`
    select ${labelSql(type, sql`${id}`)} as label`.execute(db);
  return rows[0]?.label ?? null;
}

/** Selects the newest records of a type that name the person in this column; each column has an index. */
const selectNamed = (
  { type, table, labelColumn, ofPerson, visibility }: AnyRecordType,
  column: string,
  viewer: Viewer,
  addresses: readonly string[],
  limit: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const columnOf = (name: string) => sql.ref(`${table.name}.${name}`);
  const open = ofPerson?.open?.map((state) => sql.lit(state));
  return sql`(select ${sql.lit(type)} as type, ${columnOf('id')} as id, ${columnOf(labelColumn ?? 'id')} as title,
      ${open ? columnOf('state') : sql`null::text`} as state, ${columnOf('created_at')} as created_at
    from ${sql.table(table.name)}
    where ${isOneOfAddresses(`${table.name}.${column}`, addresses)}
      ${open ? sql`and ${columnOf('state')} in (${sql.join(open)})` : sql``}
      ${table.keepsDeleted ? sql`and deleted_at is null` : sql``}
      ${viewer.reach === 'own' && visibility ? sql`and ${visibility.where(viewer)}` : sql``}
    order by ${columnOf('created_at')} desc, ${columnOf('id')} desc limit ${limit})`;
};

export interface RecordOfPerson {
  type: RecordName;
  id: string;
  title: string;
  /** A type without states has null. */
  state: string | null;
}

/**
 * Selects the newest records that name the person and that the viewer may read, as part of a statement: those that are
 * open, or those of types without states.
 */
export function recordsOfPersonSql(
  which: 'open' | 'stateless',
  viewer: Viewer,
  addresses: readonly string[],
  most: number,
): RawBuilder<RecordOfPerson[]> {
  const limit = sql.lit(most);
  const parts = typesOfPeople().flatMap((type) => {
    const { columns = [], open } = type.ofPerson ?? {};
    const reader = viewerOf(type, viewer);
    return reader && (open !== undefined) === (which === 'open')
      ? columns.map((column) => selectNamed(type, column, reader, addresses, limit))
      : [];
  });
  if (parts.length === 0) return sql`'[]'::jsonb`;
  return sql`(select coalesce(jsonb_agg(to_jsonb(newest) - 'created_at' order by created_at desc, id desc), '[]'::jsonb)
    from (select * from (${sql.join(parts, sql` union `)}) as named
      order by created_at desc, id desc limit ${limit}) as newest)`;
}
