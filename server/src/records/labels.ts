// Reads the names of referenced records without depending on the feature that owns them.
import { type RawBuilder, sql } from 'kysely';
import type { RecordName } from '../events/index.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { typeNamed } from './record-type.ts';

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
