// Measures the latency from the commit of an event to its receipt by the webhook receiver.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startDueWork } from '../../server/src/platform/background/due-work.ts';
import { outboundWork } from '../../server/src/webhooks/index.ts';
import { within } from '../../server/test/support/processes.ts';
import type { Bench } from './setup.ts';
import type { Order, WrittenEvent } from './writer.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const at = (sorted: number[], share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) /
  10;

const WARM_UP = 200;

/** The writer pauses for `gapMs` between two events. */
export async function measureLatency(bench: Bench, first: number, count: number, gapMs: number) {
  const { instance, webhooks } = bench;
  const writer = fork(
    fileURLToPath(new URL('writer.ts', import.meta.url)),
    [instance.deps.config.DATABASE_URL],
    { execArgv: [] },
  );
  const write = async (order: Omit<Order, 'webhookCount'>): Promise<WrittenEvent[]> => {
    writer.send({ ...order, webhookCount: webhooks.length });
    const [written] = await once(writer, 'message');
    return written;
  };
  const dueWork = startDueWork(instance.deps, outboundWork(instance.deps, []));
  // The warm-up opens the connections and prepares the plans.
  await write({ first, count: WARM_UP, gapMs: 5 });
  await pause(1000);
  await bench.receiptTimes();
  const written = await write({ first: first + WARM_UP, count, gapMs });
  const receivedAt = new Map<string, number>();
  const haveAll = async () => {
    for (const [id, when] of await bench.receiptTimes()) receivedAt.set(id, when);
    return receivedAt.size >= count;
  };
  await within(10, 'every event is received', haveAll);
  await dueWork.stop();
  writer.disconnect();
  const ids = await instance.sql('select id, record_id from events where record_id = any($1)', [
    written.map(([record]) => record),
  ]);
  const eventOf = new Map(ids.map((row) => [row.record_id, row.id]));
  const times = written
    .map(([record, when]) => (receivedAt.get(eventOf.get(record)) ?? Number.NaN) - when)
    .toSorted((a, b) => a - b);
  return { p50: at(times, 0.5), p95: at(times, 0.95), p99: at(times, 0.99), most: at(times, 1) };
}
