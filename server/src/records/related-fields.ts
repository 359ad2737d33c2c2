// Reads fields of referenced records without depending on the feature that owns them.
import { sql } from 'kysely';
import type { RecordName } from '../events/index.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import { typeNamed } from './record-type.ts';

/**
 * Maps the id of each record to one of its fields; columns have the names of the wire format. Records that do not exist
 * are omitted, and so are all of them if no feature has the type.
 */
export async function fieldsOf(
  db: Db | Tx,
  type: RecordName,
  field: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const known = typeNamed(type);
  if (!known || ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; value: unknown }>`
    select id, ${sql.ref(field)} as value from ${sql.table(known.table.name)}
    where id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, value }) => [id, value]));
}
