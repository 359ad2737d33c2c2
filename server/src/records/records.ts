// Common operations on versioned records (clients, users, groups, webhooks): each update writes an audit entry.
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

interface VersionedRow {
  id: string;
  version: number;
  updated_at: string;
}

export interface RecordType<Row extends VersionedRow> {
  type: RecordName;
  /** Name of the type in messages; omitted where the id is clear enough. */
  noun?: string;
  /** Fields recorded in audit entries. Never a hash. */
  auditedFields: readonly (keyof Row & string)[];
  /** The id in audit entries, where the id of the row is a secret. */
  auditId?: (row: Row) => string;
  /** Masks for fields that may contain a credential. */
  masks?: Partial<Record<keyof Row & string, (value: unknown) => unknown>>;
  rows: Rows<Row>;
}

type RecordNoun<Row extends VersionedRow> = Pick<RecordType<Row>, 'type' | 'noun'>;

const auditIdOf = <Row extends VersionedRow>({ auditId }: RecordType<Row>, row: Row): string =>
  auditId?.(row) ?? row.id;

const maskedChanges = <Row extends VersionedRow>(
  { masks = {} }: RecordType<Row>,
  changes: FieldDiff,
): FieldDiff =>
  Object.fromEntries(
    Object.entries(changes).map(([field, { from, to }]) => {
      const mask = (masks as Record<string, (value: unknown) => unknown>)[field];
      return [field, mask ? { from: mask(from), to: mask(to) } : { from, to }];
    }),
  );

const requireRow = <Row extends VersionedRow>(
  { noun }: RecordNoun<Row>,
  row: Row | undefined,
  id: string,
): Row => {
  if (!row) throw notFound(noun ? `${noun} ${id}` : id);
  return row;
};

export const readRecord = async <Row extends VersionedRow>(
  db: Db,
  kind: RecordType<Row>,
  id: string,
): Promise<Row> => requireRow(kind, await kind.rows.find(db, id), id);

/** Locks the record at any version, for operations that change none of its fields. */
export const lockRecord = async <Row extends VersionedRow>(
  tx: Tx,
  kind: RecordType<Row>,
  id: string,
): Promise<Row> => requireRow(kind, await kind.rows.lock(tx, id), id);

/** Writes an audit entry without an update of the record. */
export const auditEntry = <Row extends VersionedRow>(
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

export const auditCreated = <Row extends VersionedRow>(
  tx: Tx,
  cause: AuditContext,
  kind: RecordType<Row>,
  row: Row,
  also: FieldDiff = {},
): Promise<void> =>
  auditEntry(tx, cause, kind, row, `${kind.type}.created` as EntryKind, {
    ...firstValues(row, kind.auditedFields),
    ...also,
  });

type RecordRequest = Omit<RequestContext<{ id: string }>, 'body'>;

/** Locks the record and requires the version in If-Match. */
export async function lockForUpdate<Row extends VersionedRow, C extends RecordRequest>(
  tx: Tx,
  request: C,
  kind: RecordType<Row>,
): Promise<{ before: Row; request: C }> {
  const { id } = request.params;
  const before = await lockRecord(tx, kind, id);
  // Entries of the previous release contain the id of the row.
  const recordIds = [before.id, auditIdOf(kind, before)];
  await requireVersion(request.ifMatch, before.version, (version) =>
    fieldsChangedSince(tx, recordIds, version),
  );
  return { before, request: atLockTime(request, before) };
}

interface UpdateOptions {
  /** Kind of the entry, which is then written even if no audited field differs. */
  kind?: EntryKind;
  /** Changes to record in addition to the audited fields, such as a replaced secret. */
  also?: FieldDiff;
}

/** Saves the update with its audit entry; if no audited field differs, nothing is written. */
export async function saveUpdate<Row extends VersionedRow>(
  tx: Tx,
  cause: AuditContext,
  kind: RecordType<Row>,
  before: Row,
  after: Row,
  { kind: entry, also = {} }: UpdateOptions = {},
): Promise<Row> {
  const changes = { ...diffFields(before, after, kind.auditedFields), ...also };
  if (!entry && Object.keys(changes).length === 0) return before;
  const row = { ...after, version: before.version + 1, updated_at: cause.now.toISOString() };
  await kind.rows.save(tx, row);
  await auditEntry(tx, cause, kind, row, entry ?? (`${kind.type}.updated` as EntryKind), changes);
  return row;
}

/** The fields to change, validated against the record as the caller sees it. */
export const readPatchOf = <Body>(
  { readPatch }: Pick<PatchContext<unknown, unknown, Body>, 'readPatch'>,
  shown: object,
): ReturnType<PatchReader<Body>> => readPatch(() => shown);

/** For record types that keep deleted rows. `without` overwrites columns that such a row must not keep. */
export async function removeRecord<Row extends VersionedRow>(
  tx: Tx,
  received: RequestContext<{ id: string }>,
  kind: RecordType<Row>,
  without: Partial<Row>,
) {
  const { before, request } = await lockForUpdate(tx, received, kind);
  const { id } = before;
  const version = before.version + 1;
  const deleted_at = request.now.toISOString();
  await kind.rows.change(tx, id, { ...without, version, deleted_at });
  await auditEntry(tx, request, kind, { ...before, version }, `${kind.type}.deleted` as EntryKind, {
    deleted: { from: false, to: true },
  });
  return { id, deleted: true, deleted_at, deleted_by: request.actor.email };
}
