// A worker that is stopped while a model and receivers do not respond exits in time, and no event is sent again before
// its retry, neither by another worker nor by the restarted one.
import { setTimeout as sleep } from 'node:timers/promises';
import { startModelServer } from '../support/model-server.ts';
import { until } from '../support/processes.ts';
import { startDeliveryLog } from '../support/delivery-log.ts';
import { atMost, type Report } from '../support/report.ts';
import { type Site, startSite } from '../support/site.ts';

const MAX_SECONDS = 10;
/** A webhook may allow this, which is longer than a stop waits. */
const TIMEOUT_SECONDS = 30;
/** After this, the lease of a dead worker has expired, and other workers have polled. */
const LEASE_MS = 12_000;
const TITLE = 'VPN does not accept my password';

interface Sizes {
  rounds: number;
  deliveries: number;
}

/** Resolves an incident and waits for its embedding, so that the model is asked about similar ones. */
async function resolveOne(site: Site): Promise<void> {
  const { id } = await site.sendUntilFinal('POST', '/incidents', { short_description: TITLE });
  const resolution = 'The sign-in data was forgotten and entered again.';
  for (const body of [{ state: 'in_progress' }, { state: 'resolved', resolution }])
    await site.sendUntilFinal('PATCH', `/incidents/${id}`, body);
  await until('the incident has an embedding', async () => {
    return (await site.sql('select from incident_embeddings')).length === 1;
  });
}

export async function proveStop({ rounds, deliveries }: Sizes): Promise<Report> {
  const models = await startModelServer();
  models.behave(() => ({ hangs: true }));
  const log = await startDeliveryLog(() => {});
  const site = await startSite({
    workers: 2,
    env: {
      ...models.env('openai-compatible'),
      AI_TIMEOUT_SECONDS: '40',
      RETRY_DELAYS_SECONDS: '600,600,600,600',
    },
  });
  const faults: string[] = [];
  let slowest = 0;
  try {
    await resolveOne(site);
    await site.sendUntilFinal('PATCH', '/settings', { ai_on_create: 'provider' });
    const { secret } = await site.sendUntilFinal('POST', '/webhooks/outbound', {
      name: 'Hangs',
      url: log.urlOf('hangs'),
      events: ['incident.created'],
      timeout_seconds: TIMEOUT_SECONDS,
    });
    log.secrets.set('hangs', [secret]);
    const [stopped] = site.workers;
    for (let round = 1; round <= rounds; round += 1) {
      const asked = models.requests.length;
      for (let n = 0; n < deliveries; n += 1)
        await site.sendUntilFinal('POST', '/incidents', { short_description: TITLE });
      await until('receivers and the model have requests', () => {
        return log.all.length >= round * deliveries && models.requests.length > asked;
      });
      const began = performance.now();
      await stopped?.kill('SIGTERM');
      slowest = Math.max(slowest, (performance.now() - began) / 1000);
      if (!stopped?.output().trimEnd().endsWith('"signalbox.stopped"}'))
        faults.push(`round ${round}: the worker did not shut down gracefully`);
      await sleep(LEASE_MS);
      await stopped?.start();
    }
    const ids = log.all.map(({ delivery }) => delivery);
    const again = ids.length - new Set(ids).size;
    if (again > 0) faults.push(`${again} deliveries were sent twice`);
    const [{ interrupted }] = await site.sql(
      `select count(*)::int as interrupted from attempts where error like '%when the service was stopped%'`,
    );
    if (interrupted === 0) faults.push('no attempt was interrupted: the run proves nothing');
    return {
      figures: { rounds, sent: ids.length, interrupted, asked: models.requests.length },
      goals: [atMost('seconds until it has stopped', slowest, MAX_SECONDS)],
      faults,
    };
  } finally {
    await site.stop();
    await log.receiver.close();
    await models.stop();
  }
}
