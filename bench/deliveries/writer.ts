// Writes events in its own process, as an API process does: its cost is not charged to the worker, and it records the
// time of each commit however busy the worker is.
import { emit } from '../../server/src/events/index.ts';
import { loadConfig } from '../../server/src/platform/runtime/config.ts';
import { buildDeps } from '../../server/src/platform/runtime/deps.ts';

export interface Order {
  first: number;
  count: number;
  /** The writer pauses this long between two events. */
  gapMs: number;
  webhookCount: number;
}

/** The commit of the event was confirmed at `at`. */
export type WrittenEvent = [record: string, at: number];

const { deps, close } = buildDeps(
  loadConfig({
    DATABASE_URL: process.argv[2],
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'silent',
  }),
);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function write(n: number, category: number): Promise<WrittenEvent> {
  const id = `INC9${String(n).padStart(6, '0')}`;
  const cause = {
    actor: { id: 'proof', email: 'proof@example.com', roles: [] },
    requestId: 'proof-of-deliveries',
    now: new Date(),
  };
  const data = { id, short_description: 'x', priority: 'P2', state: 'new', category: category };
  const tx = await deps.db.transaction().execute(async (inner) => {
    await emit(inner, cause, {
      record: { type: 'incident', id, version: 1 },
      kind: 'incident.created',
      changes: {},
      events: [{ type: 'incident.created', sequence: 1, data }],
    });
    return inner;
  });
  const at = performance.timeOrigin + performance.now();
  deps.commitNotifier.notifyCommitted(tx);
  return [id, at];
}

async function writeEvents({ first, count, gapMs, webhookCount }: Order): Promise<WrittenEvent[]> {
  const begun = performance.now();
  const writes: Promise<WrittenEvent>[] = [];
  for (let n = 0; n < count; n += 1) {
    await pause(Math.max(0, begun + n * gapMs - performance.now()));
    writes.push(write(first + n, n % webhookCount));
  }
  return Promise.all(writes);
}

process.on('message', (order: Order) => void writeEvents(order).then((all) => process.send?.(all)));
process.on('disconnect', () => void close());
