// A worker that is suspended past its lease, and resumed after others have done its work, changes nothing.
import { until } from '../support/processes.ts';
import { randomFrom } from '../support/random.ts';
import type { Report } from '../support/report.ts';
import { deliveryFaults, startDeliveryLog } from '../support/delivery-log.ts';
import { type Part, startWorkers, type WorkerSite } from '../support/site.ts';

/** A worker makes 16 attempts at one receiver at the same time; with 12 for each, all workers have begun some. */
const MAX_BEGUN = 12;

/** Counts the results that the worker reported after losing the lease. */
const countRefused = (worker: Part): number =>
  worker.lines().filter((line) => line['recorded'] === false).length;

const attemptsOf = async (site: WorkerSite): Promise<string> =>
  JSON.stringify(await site.sql('select * from attempts order by id, number'));

export async function proveStopped(
  { deliveries, seed }: { deliveries: number; seed: number },
  isShort: boolean,
): Promise<Report> {
  const random = randomFrom(seed);
  const withheld: (() => void)[] = [];
  let isWithholding = true;
  const log = await startDeliveryLog((_, response) => {
    const respond = () => void response.writeHead(500).end();
    if (isWithholding) withheld.push(respond);
    else respond();
  });
  const site = await startWorkers(isShort, { RETRY_DELAYS_SECONDS: '0.2,0.2,0.2,0.2' });
  const stopped = random.pick(site.workers);
  try {
    const { secret } = await site.sendUntilFinal('POST', '/webhooks/outbound', {
      name: 'Failing',
      url: log.urlOf('failing'),
      events: ['incident.created'],
    });
    log.secrets.set('failing', [secret]);
    const all = Array.from({ length: deliveries }, (_, n) =>
      site.sendUntilFinal('POST', '/incidents', { short_description: `Stopped ${n}` }),
    );
    await Promise.all(all);
    const begun = Math.min(MAX_BEGUN * site.workers.length, deliveries / 2);
    await until('attempts are in progress', () => withheld.length >= begun);
    stopped.signal('SIGSTOP');
    await site.startWorkerHere?.();
    isWithholding = false;
    for (const respond of withheld) respond();
    const isDone = async () => {
      const [row] = await site.sql(
        `select count(*)::int as n from deliveries where status = 'failed'`,
      );
      return row.n === deliveries;
    };
    const began = performance.now();
    await until('the other worker finishes every delivery', isDone);
    const doneSeconds = Math.round((performance.now() - began) / 100) / 10;
    const before = await attemptsOf(site);
    stopped.signal('SIGCONT');
    const hasReported = () => countRefused(stopped) > 0;
    await until('the resumed worker reports its results', hasReported).catch(() => {});
    // The worker exits once it has reported everything.
    await stopped.kill('SIGTERM');
    const faults = deliveryFaults(log);
    const refused = countRefused(stopped);
    if (refused === 0) faults.push('the suspended worker had no leases: the run proves nothing');
    if ((await attemptsOf(site)) !== before) faults.push('the resumed worker changed attempts');
    const [{ alerts, attempts, sixth }] = await site.sql(
      `select (select sum(coalesce((data ->> 'count')::int, 1))::int from notifications) as alerts, (select count(*)::int from attempts) as attempts,
         (select count(*)::int from deliveries where attempts <> 5) as sixth`,
    );
    if (alerts !== deliveries) faults.push(`${alerts} alerts for ${deliveries} failed deliveries`);
    if (attempts !== deliveries * 5 || sixth > 0)
      faults.push(`${attempts} attempts, not five for each of ${deliveries} deliveries`);
    return {
      figures: { seed, deliveries, refused, received: log.all.length, attempts, doneSeconds },
      faults,
    };
  } finally {
    stopped.signal('SIGCONT');
    await site.stop();
    await log.receiver.close();
  }
}
