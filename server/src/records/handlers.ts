// These HTTP handlers serve every record type. `present` returns the parts of a row that the caller may see.
import type { Context } from '../platform/context.ts';
import {
  createdRecord,
  ok,
  okRecord,
  type PatchContext,
  type PatchReader,
  type Reply,
  type RequestContext,
} from '../platform/http/request/context.ts';
import { respondWithList } from '../platform/http/output/pagination.ts';
import { requireReach } from '../platform/http/routes/policy.ts';
import type { ListSpec, Scope } from '../platform/lists/list-spec.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import { readSnapshot } from '../platform/postgres/transaction.ts';
import { withCustomFilters } from './custom/custom.filters.ts';
import { shownValues } from './custom/custom.present.ts';
import { FILTER_PREFIX } from './custom/custom.schema.ts';
import type { CustomRow } from './custom/custom.values.ts';
import { type LockedRecord, type LockTarget, lockForUpdate, lockRequested } from './lock.ts';
import type { RecordType, VersionedRow } from './record-type.ts';
import { restore, softDelete } from './save.ts';
import { readRecord, scopeOf } from './visibility.ts';

type IdRequest<Query = unknown> = RequestContext<{ id: string }, Query>;
type Representation = { version: number };

/** `db` is the transaction, where there is one. */
export type Present<Row, C> = (
  row: Row,
  context: C,
  db: Db | Tx,
) => Representation | Promise<Representation>;

interface ListOptions<Listed> {
  present?: (row: Listed, request: RequestContext) => object;
  /** Returns the part of the caller's scope that the request selects by other means than the filters of the list. */
  narrow?: (scope: Scope, request: RequestContext) => Scope;
  /** The order of a list whose records have one of their own; by default the newest come first. */
  order?: { sort: string; order: 'asc' | 'desc' };
  /** Returns the request with other values of its filters, such as all names of a group. */
  expand?: (request: RequestContext) => Promise<RequestContext>;
}

/** Shows the custom values of rows whose column was read, which happens on request. */
const presentListed =
  <Listed extends object>(
    type: string,
    request: RequestContext,
    present: ListOptions<Listed>['present'],
  ) =>
  (row: Listed): object => {
    const { custom_values, ...shown } = (present?.(row, request) ?? row) as CustomRow;
    return {
      ...shown,
      custom: shownValues(type, { custom_values: custom_values ?? null }, request),
    };
  };

const requests = ({ query }: RequestContext, field: string): boolean =>
  (query as { fields?: readonly string[] }).fields?.includes(field) === true;

/** Most requests name no such filter, so their path does not pass through those. */
const namesCustomFilter = ({ query }: RequestContext): boolean =>
  Object.keys(query as object).some((name) => name.startsWith(FILTER_PREFIX));

const NEWEST_FIRST = { sort: 'created_at', order: 'desc' } as const;

export const listHandler =
  <Row extends VersionedRow, Listed extends object, C extends Context>(
    type: Pick<RecordType<Row, C>, 'type' | 'visibility'>,
    listed: ListSpec<Listed>,
    { present, narrow = (scope) => scope, expand, order = NEWEST_FIRST }: ListOptions<Listed> = {},
  ) =>
  async (sent: RequestContext): Promise<Reply> => {
    const expanded = expand ? await expand(sent) : sent;
    const { spec, query } = namesCustomFilter(expanded)
      ? withCustomFilters(type.type, listed, { ...expanded, query: expanded.query as object })
      : { spec: listed, query: expanded.query };
    const request = { ...expanded, query };
    const presentRow = requests(request, 'custom')
      ? presentListed(type.type, request, present)
      : present && ((row: Listed) => present(row, request));
    return respondWithList(
      request,
      spec,
      narrow(scopeOf(type as Pick<RecordType<Row>, 'visibility'>, request), request),
      order,
      presentRow && ((rows) => rows.map(presentRow)),
    );
  };

interface GetOptions {
  /** `present` also reads rows that belong to the version, so one snapshot covers them and the record. */
  hasParts?: boolean;
}

export const getHandler =
  <Row extends VersionedRow, C extends Context>(
    type: RecordType<Row, C>,
    present: Present<Row, RequestContext>,
    { hasParts = false }: GetOptions = {},
  ) =>
  async (request: IdRequest<{ include_deleted?: boolean }>): Promise<Reply> => {
    const { params, query, deps, actor } = request;
    const includeDeleted = type.readers !== undefined && query.include_deleted === true;
    if (includeDeleted && type.readers) requireReach(type.readers.deleted, actor);
    const read = async (db: Db | Tx) => {
      const row = await readRecord(db, type, params.id, request, { includeDeleted });
      return present(row, request, db);
    };
    return okRecord(await (hasParts ? readSnapshot(deps.db, read) : read(deps.db)));
  };

export const createHandler =
  <Row extends VersionedRow, Body>(
    create: (tx: Tx, request: RequestContext, input: Body) => Promise<Row>,
    present: Present<Row, RequestContext>,
  ) =>
  async (tx: Tx, request: RequestContext<unknown, unknown, Body>): Promise<Reply> => {
    const row = await create(tx, request, request.body);
    return createdRecord(request, row.id, await present(row, request, tx));
  };

/** Locks the record, reads the patch against it, applies it and returns the row. */
export type UpdateRecord<Row, Body> = (
  tx: Tx,
  context: Context,
  target: LockTarget,
  readPatch: PatchReader<Body>,
) => Promise<{ row: Row; context: Context }>;

export const updateHandler =
  <Row extends VersionedRow, Body>(
    update: UpdateRecord<Row, Body>,
    present: Present<Row, Context>,
  ) =>
  async (tx: Tx, request: PatchContext<{ id: string }, unknown, Body>): Promise<Reply> => {
    const { params, ifMatch, readPatch } = request;
    const { row, context } = await update(tx, request, { id: params.id, ifMatch }, readPatch);
    return okRecord(await present(row, context, tx));
  };

/** Handles a POST to `<record>/<action>`. `act` gets the locked record and the body, which is `{}` if none was sent. */
export const actionHandler =
  <Row extends VersionedRow, C extends Context, Body>(
    type: RecordType<Row, C>,
    act: (tx: Tx, locked: LockedRecord<Row, C>, body: Body) => Promise<Row>,
    present: Present<Row, C>,
  ) =>
  async (tx: Tx, request: C & RequestContext<{ id: string }, unknown, Body>): Promise<Reply> => {
    const locked = await lockRequested(tx, request, type as RecordType<Row, C & IdRequest>);
    const row = await act(tx, locked, request.body);
    return okRecord(await present(row, locked.context, tx));
  };

type Deletable = VersionedRow & { deleted_at: string | null };

export const deleteHandler =
  <Row extends Deletable, C extends Context>(
    type: RecordType<Row, C>,
    without?: Partial<Row>,
    after?: (tx: Tx, locked: LockedRecord<Row, C>) => Promise<void>,
  ) =>
  async (tx: Tx, request: C & IdRequest): Promise<Reply> => {
    const locked = await lockRequested(tx, request, type as RecordType<Row, C & IdRequest>);
    const removed = await softDelete(tx, locked.context, type, locked.before, without);
    await after?.(tx, locked);
    return ok(removed);
  };

export const restoreHandler =
  <Row extends Deletable & { deleted_by: string | null }, C extends Context>(
    type: RecordType<Row, C>,
    present: Present<Row, C>,
  ) =>
  async (tx: Tx, request: C & IdRequest): Promise<Reply> => {
    const target = { ...request.params, ifMatch: request.ifMatch, includeDeleted: true };
    const { before, context } = await lockForUpdate(
      tx,
      request,
      type as RecordType<Row, C & IdRequest>,
      target,
    );
    const row = await restore(tx, context, type, before);
    return okRecord(await present(row, context, tx));
  };
