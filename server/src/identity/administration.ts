// What clients, people and groups have in common: a version, an entry for every change, nothing for none.
import {
  type Changes,
  changesBetween,
  emit,
  type EntryKind,
  fieldsChangedSince,
  firstValues,
  type RecordType,
} from '../events/index.ts';
import type { Tx } from '../platform/db.ts';
import { notFound } from '../platform/errors.ts';
import type { Call, Cause, Judge, PatchCall } from '../platform/http/call.ts';
import { requireVersion } from '../platform/http/etag.ts';
import { sinceLocked } from '../platform/http/locked.ts';

interface Administered {
  id: string;
  version: number;
  updated_at: string;
}

export interface Kind<Row extends Administered> {
  type: RecordType;
  /** Fields that an entry tells. A hash is none of them. */
  told: readonly (keyof Row & string)[];
  lock: (tx: Tx, id: string) => Promise<Row | undefined>;
  save: (tx: Tx, row: Row) => Promise<unknown>;
}

export const tellCreated = <Row extends Administered>(
  tx: Tx,
  cause: Cause,
  { type, told }: Kind<Row>,
  row: Row,
): Promise<void> =>
  emit(tx, cause, {
    record: { type, id: row.id, version: row.version },
    kind: `${type}.created` as EntryKind,
    changes: firstValues(row, told),
    events: [],
  });

type IdCall = Omit<Call<{ id: string }>, 'body'>;

/** Locked, and at the version that the caller names. */
export async function hold<Row extends Administered, C extends IdCall>(
  tx: Tx,
  asked: C,
  { lock }: Kind<Row>,
): Promise<{ before: Row; call: C }> {
  const { id } = asked.params;
  const before = await lock(tx, id);
  if (!before) throw notFound(id);
  await requireVersion(asked.ifMatch, before.version, (version) =>
    fieldsChangedSince(tx, id, version),
  );
  return { before, call: sinceLocked(asked, before) };
}

interface Told {
  kind?: EntryKind;
  /** Told besides the fields that differ, such as that a secret is another now. */
  also?: Changes;
}

/** Saves what differs, with its entry; if nothing does, the row is left as it is. */
export async function saveChange<Row extends Administered>(
  tx: Tx,
  cause: Cause,
  kind: Kind<Row>,
  before: Row,
  wanted: Row,
  { kind: entry = `${kind.type}.updated` as EntryKind, also = {} }: Told = {},
): Promise<Row> {
  const changes = { ...changesBetween(before, wanted, kind.told), ...also };
  if (Object.keys(changes).length === 0) return before;
  const row = { ...wanted, version: before.version + 1, updated_at: cause.now.toISOString() };
  await kind.save(tx, row);
  await emit(tx, cause, {
    record: { type: kind.type, id: row.id, version: row.version },
    kind: entry,
    changes,
    events: [],
  });
  return row;
}

/** The fields to change, judged with the record as its reader sees it. */
export const judged = <Body>(
  { judge }: Pick<PatchCall<unknown, unknown, Body>, 'judge'>,
  shown: object,
): ReturnType<Judge<Body>> => judge(() => shown);
