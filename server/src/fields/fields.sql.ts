import { type Generated, type Selectable, sql } from 'kysely';
import { ApiError } from '../platform/errors.ts';
import { activity } from '../platform/lists/list-spec.ts';
import { notifyOnCommit } from '../platform/postgres/commit-notifier.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { FieldDefinition, FieldIndex } from '../platform/runtime/custom-fields.ts';
import { recordTable } from '../records/index.ts';

interface FieldsTable {
  id: Generated<string>;
  record_type: FieldDefinition['record_type'];
  key: string;
  type: FieldDefinition['type'];
  label: string;
  description: string | null;
  choices: FieldDefinition['choices'];
  default: unknown;
  required: boolean;
  visible_to: FieldDefinition['visible_to'];
  editable_by: FieldDefinition['editable_by'];
  filterable: boolean;
  index_state: FieldIndex | null;
  position: number;
  active: boolean;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    fields: FieldsTable;
  }
}

export type FieldRow = Selectable<FieldsTable>;

export const auditedColumns = [
  'record_type',
  'key',
  'type',
  'label',
  'description',
  'choices',
  'default',
  'required',
  'visible_to',
  'editable_by',
  'filterable',
  'position',
  'active',
] as const satisfies (keyof FieldRow)[];

export const fieldTable = recordTable<FieldRow, 'id' | 'version'>({
  table: 'fields',
  columns: ['id', ...auditedColumns, 'index_state', 'version', 'created_at', 'updated_at'],
  json: ['choices', 'default'],
  taken: {
    fields_key: ({ key, record_type }) =>
      new ApiError(
        'already_exists',
        `The key ${key} belongs to another field of the record type ${record_type}, in use or not. Keys are never used again: choose another one.`,
        { field: 'key' },
      ),
  },
  list: {
    sorts: { position: 'integer', created_at: 'timestamptz' },
    mainSort: 'position',
    filters: {
      record_type: { column: 'record_type', test: 'in', type: 'text' },
      active: { test: 'named', conditions: activity },
    },
  },
});

interface Counts {
  fields: number;
  filterable: number;
  last_position: number;
}

/** Locks the fields of the type until the end of the transaction, so that two writes cannot exceed their number together. */
export async function countFields(tx: Tx, type: string): Promise<Counts> {
  await sql`select pg_advisory_xact_lock(hashtextextended('fields ' || ${type}, 0))`.execute(tx);
  const { rows } = await sql<Counts>`
    select count(*)::int as fields, (count(*) filter (where filterable))::int as filterable,
      coalesce(max(position), 0) as last_position
    from fields where record_type = ${type}`.execute(tx);
  return rows[0] ?? { fields: 0, filterable: 0, last_position: 0 };
}

/** After the commit, all processes read the definitions again. */
export const announceFields = (tx: Tx): void => notifyOnCommit(tx, 'settings');

export async function setIndexState(tx: Tx, id: string, state: FieldIndex | null): Promise<void> {
  await sql`update fields set index_state = ${state} where id = ${id}`.execute(tx);
  announceFields(tx);
}

/** Returns a field whose index has not been built yet, other than these. */
export async function findUnindexed(
  db: Db,
  except: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from fields
    where index_state = 'building' and filterable and id <> all(${except}::text[])
    order by id limit 1`.execute(db);
  return rows[0]?.id;
}

/** Returns, by name, how far the indexes are that are being built. */
export async function buildingPercents(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; percent: number }>`
    select relname as name,
      case when blocks_total > 0 then 100 * blocks_done / blocks_total else 0 end::int as percent
    from pg_stat_progress_create_index join pg_class on pg_class.oid = index_relid`.execute(db);
  return new Map(rows.map(({ name, percent }) => [name, percent]));
}

/** An interrupted build leaves an index that PostgreSQL maintains and does not use. */
export async function indexValidity(db: Db, name: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  return rows[0]?.valid;
}
