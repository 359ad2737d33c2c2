// What clients, people, groups and webhooks have in common: a version, an entry for every change, nothing for none.
import type { Db, Tx } from '../platform/postgres/tables.ts';
import { notFound } from '../platform/errors.ts';
import type { Cause } from '../platform/context.ts';
import type { Call, Judge, PatchCall } from '../platform/http/request/context.ts';
import { requireVersion } from '../platform/http/output/etag.ts';
import { sinceLocked } from '../platform/context.ts';
import type { Rows } from './record-table.ts';
import {
  type Changes,
  changesBetween,
  emit,
  type EntryKind,
  fieldsChangedSince,
  firstValues,
  type RecordType,
} from '../events/index.ts';

interface Administered {
  id: string;
  version: number;
  updated_at: string;
}

export interface RecordKind<Row extends Administered> {
  type: RecordType;
  /** What a person calls it; the id alone where that says enough. */
  noun?: string;
  /** Fields that an entry tells. A hash is none of them. */
  told: readonly (keyof Row & string)[];
  /** The id that entries show, where the id of the row is a secret. */
  auditId?: (row: Row) => string;
  /** How entries show the value of a field that may be a credential. */
  masks?: Partial<Record<keyof Row & string, (value: unknown) => unknown>>;
  rows: Rows<Row>;
}

type Named<Row extends Administered> = Pick<RecordKind<Row>, 'type' | 'noun'>;

const auditIdOf = <Row extends Administered>({ auditId }: RecordKind<Row>, row: Row): string =>
  auditId?.(row) ?? row.id;

const maskedChanges = <Row extends Administered>(
  { masks = {} }: RecordKind<Row>,
  changes: Changes,
): Changes =>
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
  kind: RecordKind<Row>,
  id: string,
): Promise<Row> => requireRow(kind, await kind.rows.find(db, id), id);

/** Whatever its version: for what belongs to a record and changes none of its fields. */
export const lockRecord = async <Row extends Administered>(
  tx: Tx,
  kind: RecordKind<Row>,
  id: string,
): Promise<Row> => requireRow(kind, await kind.rows.lock(tx, id), id);

/** An entry of its own, for what is no change of fields. */
export const tell = <Row extends Administered>(
  tx: Tx,
  cause: Cause,
  recordKind: RecordKind<Row>,
  row: Row,
  kind: EntryKind,
  changes: Changes,
): Promise<void> =>
  emit(tx, cause, {
    record: { type: recordKind.type, id: auditIdOf(recordKind, row), version: row.version },
    kind,
    changes: maskedChanges(recordKind, changes),
    events: [],
  });

export const tellCreated = <Row extends Administered>(
  tx: Tx,
  cause: Cause,
  kind: RecordKind<Row>,
  row: Row,
  also: Changes = {},
): Promise<void> =>
  tell(tx, cause, kind, row, `${kind.type}.created` as EntryKind, {
    ...firstValues(row, kind.told),
    ...also,
  });

type IdCall = Omit<Call<{ id: string }>, 'body'>;

/** Locked, and at the version that the caller names. */
export async function hold<Row extends Administered, C extends IdCall>(
  tx: Tx,
  asked: C,
  kind: RecordKind<Row>,
): Promise<{ before: Row; call: C }> {
  const { id } = asked.params;
  const before = await lockRecord(tx, kind, id);
  // Entries of the previous release show the id of the row.
  const recordIds = [before.id, auditIdOf(kind, before)];
  await requireVersion(asked.ifMatch, before.version, (version) =>
    fieldsChangedSince(tx, recordIds, version),
  );
  return { before, call: sinceLocked(asked, before) };
}

interface Told {
  /** Of what happens even if no field that is told differs. */
  kind?: EntryKind;
  /** Told besides the fields that differ, such as that a secret is another now. */
  also?: Changes;
}

/** Saves what differs, with its entry; if nothing does, the row is left as it is. */
export async function saveChange<Row extends Administered>(
  tx: Tx,
  cause: Cause,
  kind: RecordKind<Row>,
  before: Row,
  wanted: Row,
  { kind: entry, also = {} }: Told = {},
): Promise<Row> {
  const changes = { ...changesBetween(before, wanted, kind.told), ...also };
  if (!entry && Object.keys(changes).length === 0) return before;
  const row = { ...wanted, version: before.version + 1, updated_at: cause.now.toISOString() };
  await kind.rows.save(tx, row);
  await tell(tx, cause, kind, row, entry ?? (`${kind.type}.updated` as EntryKind), changes);
  return row;
}

/** The fields to change, judged with the record as its reader sees it. */
export const judged = <Body>(
  { judge }: Pick<PatchCall<unknown, unknown, Body>, 'judge'>,
  shown: object,
): ReturnType<Judge<Body>> => judge(() => shown);

/** For a kind whose deleted rows stay. `without` is what such a row shall not keep. */
export async function removeRecord<Row extends Administered>(
  tx: Tx,
  asked: Call<{ id: string }>,
  kind: RecordKind<Row>,
  without: Partial<Row>,
) {
  const { before, call } = await hold(tx, asked, kind);
  const { id } = before;
  const version = before.version + 1;
  const deleted_at = call.now.toISOString();
  await kind.rows.change(tx, id, { ...without, version, deleted_at });
  await tell(tx, call, kind, { ...before, version }, `${kind.type}.deleted` as EntryKind, {
    deleted: { from: false, to: true },
  });
  return { id, deleted: true, deleted_at, deleted_by: call.actor.email };
}
