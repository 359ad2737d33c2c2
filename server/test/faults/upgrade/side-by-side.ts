// This release and the next one serve and deliver on one database under load: no request fails, and every event and
// delivery exists exactly once.
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkOutNext } from '../../support/checkout.ts';
import { countBy, LoadClient } from '../../support/client.ts';
import { emptyDatabase, withClient } from '../../support/databases.ts';
import { waitForExit, ownPorts, run, until } from '../../support/processes.ts';
import { receiverEnv, startReceiver } from '../../support/receivers.ts';
import type { Report } from '../../support/report.ts';
import { prepareService } from '../../support/service.ts';
import { type ServiceProcess, startProcess } from '../../support/service-process.ts';
import { requestsAtRate, type SentRequest } from '../deploy/traffic.ts';
import { nextMigrations } from './next-migrations.ts';
import { callerOf } from './requests.ts';

const thisRelease = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));
const PINO_ERROR_LEVEL = 50;

interface Counts {
  created: number;
  updated: number;
  gaps: number;
  entries: number;
  deliveries: number;
  delivered: number;
}

const readCounts = (url: string): Promise<Counts> =>
  withClient(url, async (db) => {
    const { rows } = await db.query(`
      select (select count(*)::int from events where type = 'incident.created') as created,
        (select count(*)::int from events where type = 'incident.updated') as updated,
        (select count(*)::int from (select from events where record_type = 'incident' group by record_id
          having max(sequence) <> count(*) or count(distinct sequence) <> count(*)) as gap) as gaps,
        (select count(*)::int from entries where record_type = 'incident') as entries,
        (select count(*)::int from deliveries) as deliveries,
        (select count(*)::int from deliveries where status = 'delivered' and attempts = 1) as delivered`);
    return rows[0] as Counts;
  });

const countOf = (sent: readonly SentRequest[], method: string): number =>
  sent.filter((one) => one.method === method).length;

export async function proveSideBySide({
  rate,
  seconds,
}: Record<'rate' | 'seconds', number>): Promise<Report> {
  const { program: next, remove } = checkOutNext(nextMigrations);
  const database = await emptyDatabase();
  const receiver = await startReceiver();
  const client = new LoadClient(128);
  const running: ServiceProcess[] = [];
  try {
    const service = await prepareService(database);
    const AUTH_URL = `http://127.0.0.1:${service.env['AUTH_PORT']}`;
    // The machine is shared with the load and the database.
    const env = { ...service.env, ...receiverEnv(), AUTH_URL, DATABASE_WAIT_MS: '10000' };
    const migrated = await waitForExit(run(['migrate'], env, undefined, next));
    if (migrated.code !== 0) throw new Error(migrated.output);
    running.push(await startProcess('auth', env, thisRelease));
    const apis: ServiceProcess[] = [];
    for (const program of [thisRelease, next]) {
      apis.push(await startProcess('api', { ...env, ...(await ownPorts()) }, program));
      running.push(await startProcess('worker', { ...env, ...(await ownPorts()) }, program));
    }
    running.push(...apis);
    const token = await service.token();
    const [first] = apis;
    await callerOf(first?.url ?? '', token)('POST', '/webhooks/outbound', {
      name: 'Everything',
      url: receiver.url,
      events: ['incident.created', 'incident.updated'],
    });
    const over = new AbortController();
    const sender = { client, url: '', headers: { authorization: `Bearer ${token}` } };
    const load = requestsAtRate(sender, rate, over.signal, (n) => apis[n % 2]?.url ?? '');
    await sleep(seconds * 1000);
    over.abort();
    const sent = await load;
    const good = sent.filter(({ status }) => status >= 200 && status < 300);
    const failed = sent.filter((one) => !good.includes(one));
    const wanted = countOf(good, 'POST') + countOf(good, 'PATCH');
    const isDelivered = async () => (await readCounts(database.url)).delivered >= wanted;
    await until('all is delivered', isDelivered).catch(() => {});
    const counts = await readCounts(database.url);
    const ids = receiver.received.map(({ headers }) => String(headers['x-service-delivery']));
    const differences = Object.entries({
      created: [counts.created, countOf(good, 'POST')],
      updated: [counts.updated, countOf(good, 'PATCH')],
      gaps: [counts.gaps, 0],
      entries: [counts.entries, wanted],
      deliveries: [counts.deliveries, wanted],
      delivered: [counts.delivered, wanted],
      received: [ids.length, wanted],
      'received once': [new Set(ids).size, wanted],
    }).flatMap(([name, [is, should]]) => (is === should ? [] : [`${name}: ${is}, not ${should}`]));
    const errors = running
      .flatMap((one) => one.lines())
      .filter(({ level }) => Number(level) >= PINO_ERROR_LEVEL)
      .map((line) => JSON.stringify(line));
    return {
      figures: { requests: sent.length, failed: failed.length, events: wanted },
      faults: [
        ...(failed.length > 0 ? [`failed: ${countBy(failed)}, the first: ${failed[0]?.text}`] : []),
        ...differences,
        ...errors.slice(0, 5),
      ],
    };
  } finally {
    client.close();
    await Promise.all(running.map((one) => one.stop()));
    await receiver.close();
    await database.drop();
    remove();
  }
}
