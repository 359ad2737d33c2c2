// From the commit of an event to its arrival at the receiver.
import { emit } from '../../server/src/events/index.ts';
import { startOutbound } from '../../server/src/webhooks/index.ts';
import { until } from '../../server/test/processes.ts';
import type { Bench } from './setup.ts';

const clock = (): number => performance.timeOrigin + performance.now();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function change({ desk, webhooks }: Bench, n: number): Promise<[id: string, at: number]> {
  const id = `INC9${String(n).padStart(6, '0')}`;
  const cause = {
    actor: { id: 'proof', email: 'proof@example.com', roles: [] },
    requestId: 'proof-of-deliveries',
    now: new Date(),
  };
  const data = {
    id,
    short_description: 'x',
    priority: 'P2',
    state: 'new',
    lane: n % webhooks.length,
  };
  const { db, wake } = desk.deps;
  const tx = await db.transaction().execute(async (inner) => {
    await emit(inner, cause, {
      record: { type: 'incident', id, version: 1 },
      kind: 'incident.created',
      changes: {},
      events: [{ type: 'incident.created', sequence: 1, data }],
    });
    return inner;
  });
  const at = clock();
  wake.committed(tx);
  return [id, at];
}

const at = (sorted: number[], share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) /
  10;

/** `gapMs` between two changes. */
export async function measureLatency(bench: Bench, first: number, count: number, gapMs: number) {
  const running = startOutbound(bench.desk.deps);
  await pause(1000);
  // The first connections are made, the first plans are.
  for (let n = 0; n < 100; n += 1) await change(bench, first + n);
  await pause(1000);
  await bench.arrivals();
  const begun = performance.now();
  const changes: Promise<[string, number]>[] = [];
  for (let n = 0; n < count; n += 1) {
    await pause(Math.max(0, begun + n * gapMs - performance.now()));
    changes.push(change(bench, first + 1000 + n));
  }
  const committed = await Promise.all(changes);
  await pause(2000);
  const arrived = await bench.arrivals();
  await until('all arrived', () => arrived.size >= count, 1);
  await running.stop();
  const ids = await bench.desk.sql('select id, record_id from events where record_id = any($1)', [
    committed.map(([id]) => id),
  ]);
  const eventOf = new Map(ids.map((row) => [row.record_id, row.id]));
  const times = committed
    .map(([id, when]) => (arrived.get(eventOf.get(id)) ?? Number.NaN) - when)
    .toSorted((a, b) => a - b);
  return { p50: at(times, 0.5), p95: at(times, 0.95), p99: at(times, 0.99), most: at(times, 1) };
}
