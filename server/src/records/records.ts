// What clients, people, groups and webhooks have in common: a version, an entry for every change, nothing for none.
import type { Db, Tx } from '../platform/postgres/tables.ts';
import { notFound } from '../platform/errors.ts';
import type { AuditContext } from '../platform/context.ts';
import type {
  RequestContext,
  PatchReader,
  PatchContext,
} from '../platform/http/request/context.ts';
import { requireVersion } from '../platform/http/output/etag.ts';
import { atLockTime } from '../platform/context.ts';
import type { Rows } from './record-table.ts';
import {
  type FieldDiff,
  diffFields,
  emit,
  type EntryKind,
  fieldsChangedSince,
  firstValues,
  type RecordName,
} from '../events/index.ts';

interface Administered {
  id: string;
  version: number;
  updated_at: string;
}

export interface RecordType<Row extends Administered> {
  type: RecordName;
  /** What a person calls it; the id alone where that says enough. */
  noun?: string;
  /** Fields that an entry tells. A hash is none of them. */
  auditedFields: readonly (keyof Row & string)[];
  /** The id that entries show, where the id of the row is a secret. */
  auditId?: (row: Row) => string;
  /** How entries show the value of a field that may be a credential. */
  masks?: Partial<Record<keyof Row & string, (value: unknown) => unknown>>;
  rows: Rows<Row>;
}

type Named<Row extends Administered> = Pick<RecordType<Row>, 'type' | 'noun'>;

const auditIdOf = <Row extends Administered>({ auditId }: RecordType<Row>, row: Row): string =>
  auditId?.(row) ?? row.id;

const maskedChanges = <Row extends Administered>(
  { masks = {} }: RecordType<Row>,
  changes: FieldDiff,
): FieldDiff =>
  Object.fromEntries(
    Object.entries(changes).map(([field, { from, to }]) => {
      const mask = (masks as Record<string, (value: unknown) => unknown>)[field];
      return [field, mask ? { from: mask(from), to: mask(to) } : { from, to }];
    }),
  );

const requireRow = <Row extends Administered>(
  { noun }: Named<Row>,
  row: Row | undefined,
  id: string,
): Row => {
  if (!row) throw notFound(noun ? `${noun} ${id}` : id);
  return row;
};

export const readRecord = async <Row extends Administered>(
  db: Db,
  kind: RecordType<Row>,
  id: string,
): Promise<Row> => requireRow(kind, await kind.rows.find(db, id), id);

/** Whatever its version: for what belongs to a record and changes none of its fields. */
export const lockRecord = async <Row extends Administered>(
  tx: Tx,
  kind: RecordType<Row>,
  id: string,
): Promise<Row> => requireRow(kind, await kind.rows.lock(tx, id), id);

/** An entry of its own, for what is no change of fields. */
export const tell = <Row extends Administered>(
  tx: Tx,
  cause: AuditContext,
  recordKind: RecordType<Row>,
  row: Row,
  kind: EntryKind,
  changes: FieldDiff,
): Promise<void> =>
  emit(tx, cause, {
    record: { type: recordKind.type, id: auditIdOf(recordKind, row), version: row.version },
    kind,
    changes: maskedChanges(recordKind, changes),
    events: [],
  });

export const auditCreated = <Row extends Administered>(
  tx: Tx,
  cause: AuditContext,
  kind: RecordType<Row>,
  row: Row,
  also: FieldDiff = {},
): Promise<void> =>
  tell(tx, cause, kind, row, `${kind.type}.created` as EntryKind, {
    ...firstValues(row, kind.auditedFields),
    ...also,
  });

type IdCall = Omit<RequestContext<{ id: string }>, 'body'>;

/** Locked, and at the version that the caller names. */
export async function lockForUpdate<Row extends Administered, C extends IdCall>(
  tx: Tx,
  asked: C,
  kind: RecordType<Row>,
): Promise<{ before: Row; request: C }> {
  const { id } = asked.params;
  const before = await lockRecord(tx, kind, id);
  // Entries of the previous release show the id of the row.
  const recordIds = [before.id, auditIdOf(kind, before)];
  await requireVersion(asked.ifMatch, before.version, (version) =>
    fieldsChangedSince(tx, recordIds, version),
  );
  return { before, request: atLockTime(asked, before) };
}

interface Told {
  /** Of what happens even if no field that is told differs. */
  kind?: EntryKind;
  /** Told besides the fields that differ, such as that a secret is another now. */
  also?: FieldDiff;
}

/** Saves what differs, with its entry; if nothing does, the row is left as it is. */
export async function saveUpdate<Row extends Administered>(
  tx: Tx,
  cause: AuditContext,
  kind: RecordType<Row>,
  before: Row,
  wanted: Row,
  { kind: entry, also = {} }: Told = {},
): Promise<Row> {
  const changes = { ...diffFields(before, wanted, kind.auditedFields), ...also };
  if (!entry && Object.keys(changes).length === 0) return before;
  const row = { ...wanted, version: before.version + 1, updated_at: cause.now.toISOString() };
  await kind.rows.save(tx, row);
  await tell(tx, cause, kind, row, entry ?? (`${kind.type}.updated` as EntryKind), changes);
  return row;
}

/** The fields to change, judged with the record as its reader sees it. */
export const readPatchOf = <Body>(
  { readPatch }: Pick<PatchContext<unknown, unknown, Body>, 'readPatch'>,
  shown: object,
): ReturnType<PatchReader<Body>> => readPatch(() => shown);

/** For a kind whose deleted rows stay. `without` is what such a row shall not keep. */
export async function removeRecord<Row extends Administered>(
  tx: Tx,
  asked: RequestContext<{ id: string }>,
  kind: RecordType<Row>,
  without: Partial<Row>,
) {
  const { before, request } = await lockForUpdate(tx, asked, kind);
  const { id } = before;
  const version = before.version + 1;
  const deleted_at = request.now.toISOString();
  await kind.rows.change(tx, id, { ...without, version, deleted_at });
  await tell(tx, request, kind, { ...before, version }, `${kind.type}.deleted` as EntryKind, {
    deleted: { from: false, to: true },
  });
  return { id, deleted: true, deleted_at, deleted_by: request.actor.email };
}
