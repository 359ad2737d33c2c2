// The retry schedule holds in real time: the receiver fails at once, and each attempt is checked for its time.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startInstance } from '../../support/harness.ts';
import { within } from '../../support/processes.ts';
import { respondWith, receiverEnv, startReceiver } from '../../support/receivers.ts';
import type { Report } from '../../support/report.ts';

export interface Clock {
  deliveries: number;
  /** These delays precede the second to the fifth attempt. */
  delaysSeconds: readonly number[];
  toleranceSeconds: number;
}

export const CONTRACT = [30, 120, 600, 1800] as const;

/** Returns the seconds of each attempt after the first. */
function sums(delays: readonly number[]): number[] {
  let sum = 0;
  return [0, ...delays.map((delay) => (sum += delay))];
}

export async function proveSchedule({
  deliveries,
  delaysSeconds,
  toleranceSeconds,
}: Clock): Promise<Report> {
  const loop = monitorEventLoopDelay();
  loop.enable();
  const receiver = await startReceiver(respondWith(500));
  const instance = await startInstance({
    worker: true,
    env: { ...receiverEnv(), RETRY_DELAYS_SECONDS: delaysSeconds.join() },
  });
  try {
    const { body: webhook, text } = await instance.call('POST', '/webhooks/outbound', {
      body: { name: 'Clock', url: receiver.url, events: ['incident.created'] },
    });
    if (!webhook.id) throw new Error(text);
    for (let n = 0; n < deliveries; n += 1) {
      await instance.call('POST', '/incidents', { body: { short_description: `Clock ${n}` } });
    }
    const expected = sums(delaysSeconds);
    const isFailed = async () => {
      const [row] = await instance.sql(
        `select count(*)::int as n from deliveries where status = 'failed'`,
      );
      return row.n === deliveries;
    };
    await within((expected.at(-1) ?? 0) + 60, 'all failed', isFailed);
    // The pause is long enough for a sixth attempt, which must not come.
    await new Promise((resolve) => setTimeout(resolve, (delaysSeconds[0] ?? 0) * 1000 + 2000));
    const alerts = (await instance.sql(`select count(*)::int as n from notifications`))[0].n;
    const faults = alerts === deliveries ? [] : [`${alerts} alerts for ${deliveries} deliveries`];
    const seen = Map.groupBy(receiver.received, ({ headers }) =>
      String(headers['x-service-delivery']),
    );
    if (seen.size !== deliveries) faults.push(`${seen.size} deliveries received`);
    const times = expected.map(() => [] as number[]);
    for (const [id, requests] of seen) {
      if (requests.length !== expected.length) faults.push(`${id}: ${requests.length} attempts`);
      for (const [index, request] of requests.entries()) {
        const seconds = (request.at - (requests[0]?.at ?? 0)) / 1000;
        times[index]?.push(seconds);
        const off = Math.abs(seconds - (expected[index] ?? 0));
        if (off > toleranceSeconds) faults.push(`${id}: attempt ${index + 1} after ${seconds} s`);
      }
    }
    const notes = expected.map(
      (seconds, index) =>
        `attempt ${index + 1}: expected ${seconds} s, observed ${Math.min(...(times[index] ?? []))} to ${Math.max(...(times[index] ?? []))} s`,
    );
    // Receiver, API and worker share one process: its event loop delay must not count against the schedule.
    const figures = { deliveries, longest_loop_delay_ms: Math.round(loop.max / 1e6) };
    return { figures, faults, notes };
  } finally {
    await instance.stop();
    await receiver.close();
  }
}
