// Requests for records that the caller may not see get 404, not 403.
import { sql } from 'kysely';
import { addressesOf, isOwnAddress, type Viewer } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import type { Scope } from '../platform/lists/list-spec.ts';
import { isOneOfAddresses } from '../platform/postgres/addresses.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import type { Db } from '../platform/postgres/tables.ts';
import {
  type AnyRecordType,
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
      columns.map((column) => isOneOfAddresses(`${table}.${column}`, addressesOf(actor))),
      sql` or `,
    )})`;
  return {
    columns,
    canSee: (row, { actor, reach }) =>
      reach === 'all' ||
      columns.some((column) => isOwnAddress(actor, row[column] as string | null)),
    scope: (viewer) =>
      viewer.reach === 'all'
        ? { key: 'all' }
        : {
            key: `own ${viewer.actor.email.toLowerCase()}`,
            ...(filter
              ? { filters: { [filter]: addressesOf(viewer.actor) } }
              : { where: where(viewer) }),
          },
    where,
  };
}

/** Returns the viewer with the reach of its roles for the type; undefined if it may read no record of the type. */
export const viewerOf = (
  { readers }: Pick<AnyRecordType, 'readers'>,
  { actor }: Pick<Viewer, 'actor'>,
): Viewer | undefined => {
  const reach = readers && reachOf(readers.policy, actor);
  return reach && { actor, reach };
};

export const missing = ({ noun }: { noun?: string }, id: string) =>
  notFound(noun ? `${noun} ${id}` : id);

type ReadableType<Row extends VersionedRow> = Pick<
  RecordType<Row>,
  'noun' | 'table' | 'visibility'
>;

interface ReadOptions {
  includeDeleted?: boolean;
}

/** A deleted record is visible to nobody, unless it is included. */
export const isVisible = <Row extends VersionedRow>(
  { visibility }: Pick<RecordType<Row>, 'visibility'>,
  row: Row,
  viewer: Viewer,
  { includeDeleted = false }: ReadOptions = {},
): boolean => (includeDeleted || !isDeleted(row)) && (visibility?.canSee(row, viewer) ?? true);

/** Returns undefined for a record that the viewer may not see. */
export const findVisible = async <Row extends VersionedRow>(
  db: Db,
  type: Pick<RecordType<Row>, 'table' | 'visibility'>,
  id: string,
  viewer: Viewer,
): Promise<Row | undefined> => {
  const row = await type.table.find(db, id);
  return row && isVisible(type, row, viewer) ? row : undefined;
};

export function requireVisible<Row extends VersionedRow>(
  type: Pick<RecordType<Row>, 'noun' | 'visibility'>,
  row: Row | undefined,
  id: string,
  viewer: Viewer,
  options?: ReadOptions,
): Row {
  if (!row || !isVisible(type, row, viewer, options)) throw missing(type, id);
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
