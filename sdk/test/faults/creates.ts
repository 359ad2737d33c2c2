// Parallel tasks create incidents through a proxy that fails requests, and each create makes exactly one incident.
import { startInstance } from '../../../server/test/support/harness.ts';
import { randomFrom } from '../../../server/test/support/random.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { Signalbox } from '../../src/index.ts';
import { startFaultProxy } from './fault-proxy.ts';

interface Sizes {
  creates: number;
  tasks: number;
  failedPercent: number;
  /** The limit applies to one attempt. */
  timeoutMs: number;
  seed: number;
}

/** With 30 % failures, one of 10,000 creates uses more than these once in 10⁷ runs. */
const MAX_RETRIES = 20;

export async function proveCreates(sizes: Sizes): Promise<Report> {
  const { creates, tasks, failedPercent, timeoutMs, seed } = sizes;
  const instance = await startInstance();
  const proxy = await startFaultProxy(instance.url, randomFrom(seed), {
    failedShare: failedPercent / 100,
    slowMs: timeoutMs * 2,
  });
  const client = new Signalbox({
    baseUrl: proxy.url,
    token: () => instance.tokenFor('agent'),
    maxRetries: MAX_RETRIES,
    timeoutMs,
  });
  const faults: string[] = [];
  const ids: string[] = [];
  let [next, retried, replayed] = [0, 0, 0];
  const work = async () => {
    while (next < creates) {
      const external_id = `create ${(next += 1)}`;
      try {
        const { data, response } = await client.incidents
          .create({ short_description: 'Printer on fire', external_id })
          .withResponse();
        ids.push(data.id);
        retried += response.attempts > 1 ? 1 : 0;
        replayed += response.isReplayed ? 1 : 0;
      } catch (error) {
        faults.push(`${external_id}: ${String(error)}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: tasks }, work));
    const rows = await instance.sql('select id from incidents');
    const stored = new Set(rows.map(({ id }) => String(id)));
    if (rows.length !== creates) faults.push(`${rows.length} incidents after ${creates} creates`);
    if (new Set(ids).size !== creates) faults.push(`${new Set(ids).size} ids were returned`);
    faults.push(...ids.filter((id) => !stored.has(id)).map((id) => `${id} is not stored`));
  } finally {
    await proxy.stop();
    await instance.stop();
  }
  const requests = Object.values(proxy.counts).reduce((sum, count) => sum + count, 0);
  const failed = requests - (proxy.counts['passed'] ?? 0);
  if (failed === 0 || replayed === 0) faults.push('the proxy lost no response: nothing was tested');
  return {
    figures: { incidents: ids.length, requests, failed, retried, replayed },
    faults,
    notes: [JSON.stringify(proxy.counts)],
  };
}
