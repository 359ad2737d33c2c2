// Writes events on separate connections: some transactions commit late, some roll back, so that events become visible in
// a different order from that of their positions.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CommitNotifier } from '../../src/platform/postgres/commit-notifier.ts';
import { connect } from '../../src/platform/postgres/connection.ts';
import type { Random } from './random.ts';

export interface WriterOptions {
  url: string;
  connections: number;
  /** One connection writes all events of a record, so that they commit in order. */
  records: readonly string[];
  eventsPerSecond: number;
  /** This share of the transactions waits between its first statement, its event and its commit. */
  slowShare: number;
  slowMs: number;
  random: Random;
}

/** The ledger stores for each record the commit times of its events, in order of their sequence. */
export class EventLedger {
  readonly committed = new Map<string, number[]>();

  commitTime(record: string, sequence: number): number | undefined {
    return this.committed.get(record)?.[sequence - 1];
  }

  get size(): number {
    return [...this.committed.values()].reduce((sum, times) => sum + times.length, 0);
  }

  /** Compares the sequences that a stream received, per record, with the committed ones. */
  faultsOf(name: string, records: readonly string[], got: ReadonlyMap<string, number[]>): string[] {
    return records.flatMap((record) => {
      const expected = this.committed.get(record)?.length ?? 0;
      const received = got.get(record) ?? [];
      const isExact =
        received.length === expected && received.every((sequence, at) => sequence === at + 1);
      return isExact
        ? []
        : [
            `${name}, ${record}: ${received.length} of ${expected}: ${received.slice(0, 50).join()}`,
          ];
    });
  }
}

const INSERT = `insert into events (type, record_type, record_id, sequence, occurred_at, data, relayed_at)
  values ('incident.updated', 'incident', $1, $2, now(), $3, now())`;

/** Writes until `isOver`; resolves with the ledger once everything is committed. */
export async function writeEvents(
  options: WriterOptions,
  isOver: () => boolean,
): Promise<EventLedger> {
  const { url, connections, records, eventsPerSecond, slowShare, slowMs, random } = options;
  const ledger = new EventLedger();
  const { db, close } = connect(url, { connections: 1, prepared: false }, () => {});
  const notifier = new CommitNotifier(db);
  const filler = 'x'.repeat(600);
  const pauseIfSlow = (isSlow: boolean) => (isSlow ? sleep(random.below(slowMs)) : undefined);

  const write = async (client: pg.Client, record: string) => {
    const times = ledger.committed.get(record) ?? [];
    ledger.committed.set(record, times);
    const sequence = times.length + 1;
    const isSlow = random.chance(slowShare);
    const isUndone = isSlow && random.chance(0.3);
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    await pauseIfSlow(isSlow);
    await client.query(INSERT, [record, sequence, { id: record, sequence, filler }]);
    await pauseIfSlow(isSlow);
    await client.query(isUndone ? 'rollback' : 'commit');
    if (isUndone) return;
    times.push(performance.now());
    notifier.notify('events');
  };
  const writer = async (index: number) => {
    const own = records.filter((_, at) => at % connections === index);
    const client = new pg.Client({ connectionString: url, application_name: 'writers' });
    await client.connect();
    const began = performance.now();
    for (let written = 0; !isOver(); written += 1) {
      const dueAt = began + (written * 1000 * connections) / eventsPerSecond;
      await sleep(Math.max(0, dueAt - performance.now()));
      await write(client, random.pick(own));
    }
    await client.end();
  };
  try {
    await Promise.all(Array.from({ length: connections }, (_, index) => writer(index)));
  } finally {
    await notifier.drain();
    await close();
  }
  return ledger;
}
