// An update, its audit entry and its events commit together or not at all (transactional outbox).
import { type Generated, type RawBuilder, sql } from 'kysely';
import { deferredWrite } from '../platform/postgres/statements.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { AuditContext } from '../platform/context.ts';
import { chainText } from '../platform/http/request/rule-chain.ts';
import { notifyOnCommit } from '../platform/postgres/commit-notifier.ts';
import type { Cause } from './causes.ts';
import {
  type FieldDiff,
  cutChanges,
  type EntryKind,
  type EventType,
  isAboutAccess,
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
  traceparent: Generated<string | null>;
  chain: Generated<string | null>;
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
  via: Generated<string | null>;
  cause: Generated<string | null>;
  origin: Generated<string | null>;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    events: EventsTable;
    entries: EntriesTable;
  }
}

interface NewEvent {
  type: EventType;
  /** The numbers of a record have no gaps, because the caller has locked the record. */
  sequence: number;
  data: object & { changes?: FieldDiff };
}

export interface Emission {
  record: { type: RecordName; id: string; version: number };
  kind: EntryKind;
  changes: FieldDiff;
  /** The entry says why the service made the change by itself. */
  cause?: Cause | undefined;
  /** Events are in the order of occurrence. */
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
  'via',
  'cause',
  'origin',
] as const;
const eventColumns = [
  'type',
  'record_type',
  'record_id',
  'sequence',
  'occurred_at',
  'data',
  'traceparent',
  'chain',
] as const;

const blank = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, null])) as never;

/** Each number of events has its own insert statement; an update emits a few at most. */
const statements: ReturnType<typeof deferredWrite>[] = [];
const statementFor = (count: number) =>
  (statements[count] ??= deferredWrite(`entry with ${count} events`, (db) => {
    const entry = (query: Pick<Db, 'insertInto'>) =>
      query.insertInto('entries').values(blank(entryColumns));
    if (count === 0) return entry(db);
    const events = Array.from({ length: count }, () => blank(eventColumns));
    return db.with('entry', entry).insertInto('events').values(events);
  }));

type Columns<Names extends readonly string[]> = Record<Names[number], unknown>;

const rowsOf = (
  context: AuditContext,
  { record, kind, changes, events, cause }: Emission,
): { entry: Columns<typeof entryColumns>; rows: Columns<typeof eventColumns>[] } => {
  const at = context.now.toISOString();
  const chain = chainText(context.chain);
  return {
    entry: {
      at,
      actor: context.actor.email,
      kind,
      record_type: record.type,
      record_id: record.id,
      record_version: record.version,
      request_id: context.requestId,
      changes: JSON.stringify(changes),
      via: context.actor.via ? JSON.stringify(context.actor.via) : null,
      cause: cause ? JSON.stringify(cause) : null,
      origin: context.origin && isAboutAccess(record.type) ? JSON.stringify(context.origin) : null,
    },
    rows: events.map(({ type, sequence, data }) => ({
      type,
      record_type: record.type,
      record_id: record.id,
      sequence,
      occurred_at: at,
      data: JSON.stringify(data.changes ? { ...data, changes: cutChanges(data.changes) } : data),
      traceparent: context.traceparent ?? null,
      chain,
    })),
  };
};

/** Writes the entry and all events in one statement, sent with the next one. This transaction must have locked the record. */
export async function emit(tx: Tx, context: AuditContext, emission: Emission): Promise<void> {
  const { entry, rows } = rowsOf(context, emission);
  if (rows.length > 0) notifyOnCommit(tx, 'events');
  await statementFor(rows.length)(tx, [
    ...entryColumns.map((column) => entry[column]),
    ...rows.flatMap((row) => eventColumns.map((column) => row[column])),
  ]);
}

export interface PastEmission {
  context: AuditContext;
  emission: Emission;
}

const valuesOf = (rows: readonly Record<string, unknown>[], column: string): unknown[] =>
  rows.map((row) => row[column]);

/** Writes entries and events of the past, in the order of time. No webhook existed then, so the events are not relayed. */
export const emitPast = (tx: Tx, past: readonly PastEmission[]): Promise<void> =>
  writeAll(
    tx,
    past.toSorted((a, b) => a.context.now.getTime() - b.context.now.getTime()),
    sql`now()`,
  );

/** Writes the entries and events of many records with two statements. This transaction must have locked the records. */
export async function emitAll(tx: Tx, emissions: readonly PastEmission[]): Promise<void> {
  if (emissions.length === 0) return;
  notifyOnCommit(tx, 'events');
  await writeAll(tx, emissions, sql`null::timestamptz`);
}

async function writeAll(
  tx: Tx,
  emissions: readonly PastEmission[],
  relayedAt: RawBuilder<unknown>,
): Promise<void> {
  const written = emissions.map(({ context, emission }) => rowsOf(context, emission));
  const entries = written.map(({ entry }) => entry);
  const events = written.flatMap(({ rows }) => rows);
  const entryValue = (column: (typeof entryColumns)[number]) => valuesOf(entries, column);
  const eventValue = (column: (typeof eventColumns)[number]) => valuesOf(events, column);
  await sql`
    insert into entries (at, actor, kind, record_type, record_id, record_version, request_id, changes, via, cause)
    select * from unnest(${entryValue('at')}::timestamptz[], ${entryValue('actor')}::text[],
      ${entryValue('kind')}::text[], ${entryValue('record_type')}::text[], ${entryValue('record_id')}::text[],
      ${entryValue('record_version')}::int[], ${entryValue('request_id')}::text[],
      ${entryValue('changes')}::jsonb[], ${entryValue('via')}::jsonb[], ${entryValue('cause')}::jsonb[])`.execute(
    tx,
  );
  await sql`
    insert into events (type, record_type, record_id, sequence, occurred_at, data, chain, relayed_at)
    select *, ${relayedAt} from unnest(${eventValue('type')}::text[], ${eventValue('record_type')}::text[],
      ${eventValue('record_id')}::text[], ${eventValue('sequence')}::int[],
      ${eventValue('occurred_at')}::timestamptz[], ${eventValue('data')}::jsonb[],
      ${eventValue('chain')}::jsonb[])`.execute(tx);
}
