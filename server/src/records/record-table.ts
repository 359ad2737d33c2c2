// Finds, locks, inserts, saves and lists the rows of a record type by id.
import { type RawBuilder, sql } from 'kysely';
import { precompiled } from '../platform/postgres/statements.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { ApiError } from '../platform/errors.ts';
import { batchedById } from '../platform/postgres/batch-reads.ts';
import type { ListSpec } from '../platform/lists/list.ts';
import { isUniqueViolation } from '../platform/postgres/pg-errors.ts';

interface RowsSpec<Row> {
  table: string;
  columns: readonly (keyof Row & string)[];
  /** Columns of type jsonb. The driver would send a list as a PostgreSQL array. */
  json?: readonly (keyof Row & string)[];
  /** Columns that are never listed. */
  hidden?: readonly (keyof Row & string)[];
  /** See `ListSpec`. */
  hasSecretIds?: true;
  /** Listed columns that may have more than some kilobytes. */
  large?: readonly (keyof Row & string)[];
  /** Whether deleted rows are kept with deleted_at. */
  keepsDeleted?: boolean;
  filters?: ListSpec['filters'];
  /** Errors for unique violations, by index name. */
  taken?: Record<string, (row: Partial<Row>) => ApiError>;
}

export interface Rows<Row> {
  /** Batched: every event of an alert storm reads its webhook. */
  find: (db: Db, id: string) => Promise<Row | undefined>;
  findWhere: (db: Db, condition: RawBuilder<unknown>) => Promise<Row | undefined>;
  lock: (tx: Tx, id: string) => Promise<Row | undefined>;
  /** Updates only the given columns. */
  change: (tx: Tx, id: string, cells: Partial<Row> & { deleted_at?: string }) => Promise<Row>;
  save: (tx: Tx, row: Row) => Promise<Row>;
  list: ListSpec;
}

/** `Given` are the columns that have a default in PostgreSQL. */
interface WritableRows<Row, Given extends keyof Row> extends Rows<Row> {
  insert: (tx: Tx, row: Omit<Row, Given> & Partial<Pick<Row, Given>>) => Promise<Row>;
}

const only = async <Row>(query: RawBuilder<Row>, db: Db): Promise<Row | undefined> =>
  (await query.execute(db)).rows[0];

export function recordTable<
  Row extends { id: string; created_at: string },
  Given extends keyof Row,
>(spec: RowsSpec<Row>): WritableRows<Row, Given> {
  const { columns, json = [], hidden = [], large = [], filters = {}, taken = {} } = spec;
  const table = sql.table(spec.table);
  const all = sql.join(columns.map((column) => sql.ref(column)));
  const present = spec.keepsDeleted ? sql<boolean>`deleted_at is null` : sql<boolean>`true`;
  const selected = (condition: RawBuilder<unknown>) =>
    sql<Row>`select ${all} from ${table} where ${condition} and ${present}`;
  const byIds = precompiled<Row>((db) => ({
    compile: () => selected(sql`id = any(${null})`).compile(db),
  }));
  const cellsOf = (row: object) =>
    Object.entries(row)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({
        column: sql.ref(name),
        value: json.includes(name as keyof Row & string) ? JSON.stringify(value) : value,
      }));
  const written = async (tx: Tx, row: Partial<Row>, query: RawBuilder<unknown>): Promise<Row> => {
    try {
      return (await only(query as RawBuilder<Row>, tx)) as Row;
    } catch (error) {
      const index = Object.keys(taken).find((name) => isUniqueViolation(error, name));
      throw (index && taken[index]?.(row)) || error;
    }
  };
  const change: Rows<Row>['change'] = (tx, id, changing) => {
    const cells = cellsOf(changing).map(({ column, value }) => sql`${column} = ${value}`);
    const query = sql`update ${table} set ${sql.join(cells)} where id = ${id} returning ${all}`;
    return written(tx, changing, query);
  };
  return {
    find: batchedById((db, ids) => byIds(db, [ids])),
    findWhere: (db, condition) => only(selected(condition), db),
    lock: (tx, id) => only(sql<Row>`${selected(sql`id = ${id}`)} for update`, tx),
    insert: (tx, row) => {
      const cells = cellsOf(row);
      const names = sql.join(cells.map(({ column }) => column));
      const values = sql.join(cells.map(({ value }) => value));
      const query = sql`insert into ${table} (${names}) values (${values}) returning ${all}`;
      return written(tx, row as Partial<Row>, query);
    },
    change,
    save: (tx, { id, created_at: _, ...row }) => change(tx, id, row as Partial<Row>),
    list: {
      name: spec.table,
      table: spec.table,
      columns: columns.filter((column) => !hidden.includes(column)),
      large,
      sorts: { created_at: 'timestamptz' },
      mainSort: 'created_at',
      filters,
      total: 'bounded',
      ...(spec.keepsDeleted && { where: present }),
      ...(spec.hasSecretIds && { hasSecretIds: true }),
    },
  };
}
