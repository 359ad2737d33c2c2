// One receiver that hangs, with thousands due, beside many good ones: what the good ones notice of it.
import { type Instance, sql } from '../../server/test/harness.ts';
import { until } from '../../server/test/processes.ts';
import { startReceiver } from '../../server/test/receivers.ts';
import type { Report } from '../support/report.ts';

export interface IsolationOptions {
  due: number;
  good: number;
  /** Events for each good receiver, measured from commit to arrival. */
  rounds: number;
}

const insert = (desk: Instance, from: number, count: number, lane: number) =>
  sql`insert into events (type, record_type, record_id, sequence, occurred_at, data)
    select 'incident.created', 'incident', 'INC7' || lpad(n::text, 6, '0'), 1, clock_timestamp(),
      jsonb_build_object('id', 'INC7' || lpad(n::text, 6, '0'), 'lane', case when ${lane}::int < 0 then n - ${from}::int else 0 end)
    from generate_series(${from}::int, ${from + count - 1}::int) as n`.execute(
    desk.deps.unprepared,
  );

/** `desk` has a worker. */
export async function proveIsolation(desk: Instance, options: IsolationOptions): Promise<Report> {
  const { due, good, rounds } = options;
  const began = new Map<string, number>();
  const times: number[] = [];
  const receiver = await startReceiver(({ path, body, at }, response) => {
    receiver.received.length = 0;
    if (path === '/0') {
      setTimeout(() => response.writeHead(204).end(), 30_000).unref();
      return;
    }
    const sentAt = began.get(JSON.parse(body.toString()).data.id);
    if (sentAt !== undefined) times.push(at - sentAt);
    response.writeHead(204).end();
  });
  try {
    for (let lane = 0; lane <= good; lane += 1) {
      await desk.call('POST', '/webhooks/outbound', {
        body: {
          name: `Lane ${lane}`,
          url: receiver.url.replace('/hook', `/${lane}`),
          events: ['incident.created'],
          timeout_seconds: 30,
          filters: [{ field: 'lane', operator: 'eq', value: lane }],
        },
      });
    }
    await insert(desk, 0, due, 0);
    const isRelayed = async () =>
      (await desk.sql('select from events where relayed_at is null limit 1')).length === 0;
    await until('the hanging one has its deliveries', isRelayed, 60);
    for (let round = 0; round < rounds; round += 1) {
      const from = 100_000 + round * 1000;
      // Lane 0 hangs, so one more than the good ones is made and the first is not measured.
      for (let n = 1; n <= good; n += 1)
        began.set(`INC7${String(from + n).padStart(6, '0')}`, Date.now());
      await insert(desk, from, good + 1, -1);
      await until('the good ones arrive', () => times.length >= good * (round + 1), 60);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor((sorted.length - 1) * 0.99)] ?? Infinity;
    const p50 = sorted[sorted.length >> 1] ?? Infinity;
    const faults = p99 < 2000 ? [] : [`p99 of the good ones is ${p99} ms`];
    return { figures: { due, good, arrived: times.length, p50, p99 }, faults };
  } finally {
    await receiver.close();
  }
}
