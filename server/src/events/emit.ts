// The outbox and the audit trail: an update, its entry and its events commit together or not at all.
import type { Generated } from 'kysely';
import { deferredWrite } from '../platform/postgres/statements.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { AuditContext } from '../platform/context.ts';
import { notifyOnCommit } from '../platform/postgres/commit-notifier.ts';
import {
  type FieldDiff,
  cutChanges,
  type EntryKind,
  type EventType,
  type RecordName,
} from './catalogue.ts';

interface EventsTable {
  id: Generated<string>;
  position: Generated<number>;
  type: string;
  record_type: string;
  record_id: string;
  sequence: number;
  occurred_at: string;
  data: string;
  relayed_at: Generated<string | null>;
}

interface EntriesTable {
  id: Generated<string>;
  at: string;
  actor: string;
  kind: string;
  record_type: string;
  record_id: string;
  record_version: number;
  request_id: string;
  changes: string | null;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    events: EventsTable;
    entries: EntriesTable;
  }
}

interface NewEvent {
  type: EventType;
  /** Per record and without gaps, because the caller has locked the record. */
  sequence: number;
  data: object & { changes?: FieldDiff };
}

export interface Emission {
  record: { type: RecordName; id: string; version: number };
  kind: EntryKind;
  changes: FieldDiff;
  /** In order of occurrence. */
  events: readonly NewEvent[];
}

const entryColumns = [
  'at',
  'actor',
  'kind',
  'record_type',
  'record_id',
  'record_version',
  'request_id',
  'changes',
] as const;
const eventColumns = [
  'type',
  'record_type',
  'record_id',
  'sequence',
  'occurred_at',
  'data',
] as const;

const blank = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, null])) as never;

/** Insert statements by number of events; an update emits a few at most. */
const statements: ReturnType<typeof deferredWrite>[] = [];
const statementFor = (count: number) =>
  (statements[count] ??= deferredWrite((db) => {
    const entry = (query: Pick<Db, 'insertInto'>) =>
      query.insertInto('entries').values(blank(entryColumns));
    if (count === 0) return entry(db);
    const events = Array.from({ length: count }, () => blank(eventColumns));
    return db.with('entry', entry).insertInto('events').values(events);
  }));

/** Writes the entry and all events in one statement, sent with the next one. This transaction must have locked the record. */
export async function emit(
  tx: Tx,
  cause: AuditContext,
  { record, kind, changes, events }: Emission,
): Promise<void> {
  const at = cause.now.toISOString();
  const entry: Record<(typeof entryColumns)[number], unknown> = {
    at,
    actor: cause.actor.email,
    kind,
    record_type: record.type,
    record_id: record.id,
    record_version: record.version,
    request_id: cause.requestId,
    changes: JSON.stringify(changes),
  };
  const rows = events.map(
    ({ type, sequence, data }): Record<(typeof eventColumns)[number], unknown> => ({
      type,
      record_type: record.type,
      record_id: record.id,
      sequence,
      occurred_at: at,
      data: JSON.stringify(data.changes ? { ...data, changes: cutChanges(data.changes) } : data),
    }),
  );
  if (events.length > 0) notifyOnCommit(tx, 'events');
  await statementFor(events.length)(tx, [
    ...entryColumns.map((column) => entry[column]),
    ...rows.flatMap((row) => eventColumns.map((column) => row[column])),
  ]);
}
