// Finds, locks, inserts, saves and lists the rows of a record type, with statements that are compiled once.
import { type RawBuilder, sql } from 'kysely';
import type { ApiError } from '../platform/errors.ts';
import type { ListSpec } from '../platform/lists/list-spec.ts';
import { batchedById } from '../platform/postgres/batch-reads.ts';
import { isUniqueViolation } from '../platform/postgres/pg-errors.ts';
import { deferredWrite, precompile } from '../platform/postgres/statements.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';

type Column<Row> = keyof Row & string;

interface TableSpec<Row, Hidden extends Column<Row>> {
  table: string;
  columns: readonly Column<Row>[];
  /** These columns are read by an expression. */
  computed?: Partial<Record<Column<Row>, RawBuilder<unknown>>>;
  /**
   * These values are read from other tables in the same statement, never written or listed. The functions run at the
   * first statement.
   */
  related?: Partial<Record<Column<Row>, () => RawBuilder<unknown>>>;
  /** These values are read likewise, but only by the statement that inserts a row. */
  relatedToNew?: Partial<Record<Column<Row>, () => RawBuilder<unknown>>>;
  /** An insert stores the result of the expression instead of the value. */
  resolved?: Partial<Record<Column<Row>, (value: RawBuilder<unknown>) => RawBuilder<unknown>>>;
  /** Columns of type jsonb must be named, because the driver would send a list as a PostgreSQL array. */
  json?: readonly Column<Row>[];
  /** Lists omit these columns. */
  hidden?: readonly Hidden[];
  /** Deletion sets `deleted_at`. `hidden` rows are never read again; `find` and `lock` still read `restorable` ones. */
  deleted?: 'hidden' | 'restorable';
  /** Maps the name of a unique index to the error for its violation. */
  taken?: Record<string, (row: Partial<Row>) => ApiError>;
  /** Overrides the default list: all columns, sorted by creation. */
  list?: Partial<ListSpec<Omit<Row, Hidden>>>;
}

export interface RecordTable<Row> {
  name: string;
  /** Every row has these; related values are not among them. */
  columns: readonly string[];
  /** Deletion sets `deleted_at` instead of removing the row. */
  keepsDeleted: boolean;
  /** Reads are batched, because every event of an alert storm reads its webhook. */
  find(db: Db, id: string): Promise<Row | undefined>;
  /** Until the transaction ends, no other transaction can update the record or take its next event sequence. */
  lock(tx: Tx, id: string): Promise<Row | undefined>;
  /** Reads the first rows that meet the condition. */
  findSome(
    db: Db | Tx,
    condition: RawBuilder<unknown>,
    orderBy: RawBuilder<unknown>,
    limit: number,
  ): Promise<Row[]>;
  /** Locks the first rows that meet the condition, except those that another transaction has locked. */
  lockWhere(
    tx: Tx,
    condition: RawBuilder<unknown>,
    orderBy: RawBuilder<unknown>,
    limit: number,
  ): Promise<Row[]>;
  /**
   * Writes the columns that differ from the locked row `before`. The write is deferred: it is sent with the next statement
   * of the transaction, at the latest with the commit.
   */
  save(tx: Tx, before: Row, row: Row): Promise<void>;
}

/** `Given` are the columns that have a default in PostgreSQL or are set by the engine. */
interface ListedTable<Row, Given extends keyof Row, Listed> extends RecordTable<Row> {
  findWhere(db: Db, condition: RawBuilder<unknown>): Promise<Row | undefined>;
  insert(tx: Tx, row: Omit<Row, Given> & Partial<Pick<Row, Given>>): Promise<Row>;
  list: ListSpec<Listed>;
}

/** A table with this column has the values of custom fields. Lists read it on request. */
const CUSTOM_COLUMN = 'custom_values';

const withCustomColumn = <Listed>({
  large = [],
  computes = [],
  sources,
}: Partial<ListSpec<Listed>> = {}) => ({
  large: [...large, CUSTOM_COLUMN as never],
  computes: [...computes, 'custom'],
  sources: { ...sources, custom: [CUSTOM_COLUMN as never] },
});

/** A connection prepares a limited number of texts; beyond this many sets of changed columns, one text writes all columns. */
const MAX_UPDATE_TEXTS = 32;

/** The nulls in the query are its placeholders. */
const compiledSql = <Row>(name: string, query: () => RawBuilder<Row>) => {
  let compiled: ReturnType<typeof precompile<Row>> | undefined;
  return (db: Db | Tx, values: unknown[]): Promise<Row[]> => {
    // Compiled at the first use, when all record types are registered.
    compiled ??= precompile<Row>(name, (texts) => ({ compile: () => query().compile(texts) }));
    return compiled(db, values);
  };
};

export function recordTable<
  Row extends { id: string; created_at: string },
  Given extends Column<Row>,
  Hidden extends Column<Row> = never,
>(spec: TableSpec<Row, Hidden>): ListedTable<Row, Given, Omit<Row, Hidden>> {
  const { columns, computed = {}, hidden = [], taken = {} } = spec;
  const hasCustom = (columns as readonly string[]).includes(CUSTOM_COLUMN);
  const json = new Set<string>([...(spec.json ?? []), CUSTOM_COLUMN]);
  const table = sql.table(spec.table);
  const namesOf = (some: readonly string[]) => sql.join(some.map((column) => sql.ref(column)));
  const read = sql.join(
    columns.map((column) => {
      const expression = (computed as Record<string, RawBuilder<unknown> | undefined>)[column];
      return expression ? sql`${expression} as ${sql.ref(column)}` : sql.ref(column);
    }),
  );
  const present = sql<boolean>`${spec.deleted === 'hidden' ? sql`deleted_at is null` : sql`true`}`;
  /** Each expression begins with a comma. */
  const relatedSql = (related: object) =>
    sql.join(
      Object.entries(related).map(
        ([name, expression]) =>
          sql`, ${(expression as () => RawBuilder<unknown>)()} as ${sql.ref(name)}`,
      ),
      sql``,
    );
  const withRelated = (some: RawBuilder<unknown>, related: object = spec.related ?? {}) =>
    Object.keys(related).length > 0 ? sql`${some}${relatedSql(related)}` : some;
  const selectWhere = (condition: RawBuilder<unknown>) =>
    sql<Row>`select ${withRelated(read)} from ${table} where ${condition} and ${present}`;
  const byId = compiledSql(`find in ${spec.table}`, () => selectWhere(sql`id = ${null}`));
  const byIds = compiledSql(`find several in ${spec.table}`, () =>
    selectWhere(sql`id = any(${null})`),
  );
  const locking = compiledSql(
    `lock in ${spec.table}`,
    () => sql<Row>`${selectWhere(sql`id = ${null}`)} for update`,
  );

  const valueOf = (row: Partial<Row>, column: Column<Row>): unknown => {
    const value = row[column];
    return json.has(column) && value !== null ? JSON.stringify(value) : value;
  };
  const toError = (row: Partial<Row>) => (error: unknown) => {
    const index = Object.keys(taken).find((name) => isUniqueViolation(error, name));
    return (index && taken[index]?.(row)) || error;
  };

  /** Statements are keyed by the columns that they write. */
  const insertions = new Map<string, ReturnType<typeof compiledSql<Row>>>();
  const insertionOf = (given: readonly string[]) => {
    const key = given.join();
    const known = insertions.get(key);
    if (known) return known;
    const resolved = spec.resolved as
      | Record<string, ((value: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined>
      | undefined;
    const values = sql.join(
      given.map((column) => resolved?.[column]?.(sql`${null}::text`) ?? sql`${null}`),
    );
    const insertion = compiledSql(
      `insert into ${spec.table}`,
      () =>
        sql<Row>`insert into ${table} (${namesOf(given)}) values (${values})
          returning ${withRelated(namesOf(columns), { ...spec.related, ...spec.relatedToNew })}`,
    );
    insertions.set(key, insertion);
    return insertion;
  };

  const saved = columns.filter((column) => column !== 'id' && column !== 'created_at');
  const updates = new Map<string, ReturnType<typeof deferredWrite>>();
  const updateOf = (changed: readonly string[]) => {
    const key = changed.join();
    const known = updates.get(key);
    if (known) return known;
    const assignments = sql.join(changed.map((column) => sql`${sql.ref(column)} = ${null}`));
    const update = sql`update ${table} set ${assignments} where id = ${null}`;
    const made = deferredWrite(`update ${spec.table}`, (texts) => ({
      compile: () => update.compile(texts),
    }));
    updates.set(key, made);
    return made;
  };
  const isPrepared = (changed: readonly string[]): boolean =>
    updates.size < MAX_UPDATE_TEXTS || updates.has(changed.join());

  return {
    name: spec.table,
    columns,
    keepsDeleted: spec.deleted !== undefined,
    find: batchedById((db, ids) => (ids.length === 1 ? byId(db, [ids[0]]) : byIds(db, [ids]))),
    findWhere: async (db, condition) => (await selectWhere(condition).execute(db)).rows[0],
    lock: async (tx, id) => (await locking(tx, [id]))[0],
    findSome: async (db, condition, orderBy, limit) =>
      (await sql<Row>`${selectWhere(condition)} order by ${orderBy} limit ${limit}`.execute(db))
        .rows,
    lockWhere: async (tx, condition, orderBy, limit) =>
      (
        await sql<Row>`${selectWhere(condition)} order by ${orderBy} limit ${limit}
          for update of ${table} skip locked`.execute(tx)
      ).rows,
    insert: async (tx, given) => {
      const row = given as Partial<Row>;
      const some = columns.filter((column) => row[column] !== undefined);
      const values = some.map((column) => valueOf(row, column));
      const [inserted] = await insertionOf(some)(tx, values).catch((error: unknown) => {
        throw toError(row)(error);
      });
      if (!inserted) throw new Error('insert returned no row');
      return inserted;
    },
    save: async (tx, before, row) => {
      const changed = saved.filter((column) => row[column] !== before[column]);
      if (changed.length === 0) return;
      const written = isPrepared(changed) ? changed : saved;
      const values = written.map((column) => valueOf(row, column));
      await updateOf(written)(tx, [...values, row.id], toError(row));
    },
    list: {
      name: spec.table,
      table: spec.table,
      columns: columns.filter(
        (column): column is Exclude<Column<Row>, Hidden> =>
          !['deleted_at', CUSTOM_COLUMN].includes(column) &&
          !(hidden as readonly string[]).includes(column),
      ),
      large: [],
      expressions: computed,
      sorts: { created_at: 'timestamptz' },
      mainSort: 'created_at',
      filters: {},
      total: 'bounded',
      ...(spec.deleted && { where: sql<boolean>`deleted_at is null` }),
      ...spec.list,
      ...(hasCustom && withCustomColumn(spec.list)),
    },
  };
}
