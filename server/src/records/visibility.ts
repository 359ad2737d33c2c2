// Requests for records that the caller may not see get 404, not 403.
import { sql } from 'kysely';
import { isSamePerson, type Viewer } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import type { Scope } from '../platform/lists/list-spec.ts';
import { isAddress } from '../platform/postgres/addresses.ts';
import type { Db } from '../platform/postgres/tables.ts';
import {
  isDeleted,
  type RecordType,
  type RowVisibility,
  type VersionedRow,
} from './record-type.ts';

/**
 * Callers of reach `own` see the records that name them in one of these columns. With `filter`, which names a filter of
 * the list by these columns, totals by aggregates apply.
 */
export function ownerVisibility<Row>(
  table: string,
  columns: readonly (keyof Row & string)[],
  filter?: string,
): RowVisibility<Row> {
  const where = ({ actor }: Viewer) =>
    sql<boolean>`(${sql.join(
      columns.map((column) => isAddress(`${table}.${column}`, actor.email)),
      sql` or `,
    )})`;
  return {
    columns,
    canSee: (row, { actor, reach }) =>
      reach === 'all' ||
      columns.some((column) => isSamePerson(String(row[column] ?? ''), actor.email)),
    scope: (viewer) =>
      viewer.reach === 'all'
        ? { key: 'all' }
        : {
            key: `own ${viewer.actor.email.toLowerCase()}`,
            ...(filter
              ? { filters: { [filter]: [viewer.actor.email] } }
              : { where: where(viewer) }),
          },
    where,
  };
}

export const missing = ({ noun }: { noun?: string }, id: string) =>
  notFound(noun ? `${noun} ${id}` : id);

type ReadableType<Row extends VersionedRow> = Pick<
  RecordType<Row>,
  'noun' | 'table' | 'visibility'
>;

interface ReadOptions {
  includeDeleted?: boolean;
}

export function requireVisible<Row extends VersionedRow>(
  type: Pick<RecordType<Row>, 'noun' | 'visibility'>,
  row: Row | undefined,
  id: string,
  viewer: Viewer,
  { includeDeleted = false }: ReadOptions = {},
): Row {
  const isVisible =
    row && (includeDeleted || !isDeleted(row)) && (type.visibility?.canSee(row, viewer) ?? true);
  if (!isVisible) throw missing(type, id);
  return row;
}

export const readRecord = async <Row extends VersionedRow>(
  db: Db,
  type: ReadableType<Row>,
  id: string,
  viewer: Viewer,
  options?: ReadOptions,
): Promise<Row> => requireVisible(type, await type.table.find(db, id), id, viewer, options);

export const scopeOf = <Row extends VersionedRow>(
  { visibility }: Pick<RecordType<Row>, 'visibility'>,
  viewer: Viewer,
): Scope => visibility?.scope(viewer) ?? { key: 'all' };
