// The outbox and the audit trail: a change, its entry and its events commit together or not at all.
import type { Generated } from 'kysely';
import type { Tx } from '../platform/db.ts';
import type { Cause } from '../platform/http/call.ts';
import { wakeAfter } from '../platform/wake.ts';
import type { Changes, EntryKind, EventType, RecordType } from './catalogue.ts';

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

declare module '../platform/db.ts' {
  interface Tables {
    events: EventsTable;
    entries: EntriesTable;
  }
}

export interface Emitted {
  type: EventType;
  /** Of the record: gapless, because the caller holds the record's lock. */
  sequence: number;
  data: object;
}

export interface Told {
  record: { type: RecordType; id: string; version: number };
  kind: EntryKind;
  changes: Changes;
  /** In the order in which they happened. */
  events: readonly Emitted[];
}

/** One round trip for the entry and all events. The record's row must be locked by this transaction. */
export async function emit(
  tx: Tx,
  cause: Cause,
  { record, kind, changes, events }: Told,
): Promise<void> {
  const at = cause.now.toISOString();
  const entry = {
    at,
    actor: cause.actor.email,
    kind,
    record_type: record.type,
    record_id: record.id,
    record_version: record.version,
    request_id: cause.requestId,
    changes: JSON.stringify(changes),
  };
  if (events.length === 0) {
    await tx.insertInto('entries').values(entry).execute();
    return;
  }
  wakeAfter(tx, 'events');
  await tx
    .with('entry', (query) => query.insertInto('entries').values(entry))
    .insertInto('events')
    .values(
      events.map(({ type, sequence, data }) => ({
        type,
        record_type: record.type,
        record_id: record.id,
        sequence,
        occurred_at: at,
        data: JSON.stringify(data),
      })),
    )
    .execute();
}
