// The clocks of an API process and a worker are set ten minutes ahead, back and behind, under load: no request fails,
// every event is delivered once, and the times of a record never run backwards.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countBy, LoadClient } from '../../support/client.ts';
import { cloneDatabase, withClient } from '../../support/databases.ts';
import { startIssuer, UNLIMITED } from '../../support/harness.ts';
import { ownEnvironment, until } from '../../support/processes.ts';
import { receiverEnv, startReceiver } from '../../support/receivers.ts';
import type { Report } from '../../support/report.ts';
import { type Env, startProcess } from '../../support/service-process.ts';
import { requestsAtRate } from './traffic.ts';
import { callerOf } from '../upgrade/requests.ts';

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
export const canFakeTime = (): boolean => existsSync(LIBRARY);

const TOKEN_AGE_SECONDS = 900;

/** The clock of a process follows the offset in a file; timers are not affected. */
class FakeClock {
  readonly #file: string;
  constructor(folder: string, name: string) {
    this.#file = join(folder, name);
    this.set('+0');
  }
  set(offset: string): void {
    writeFileSync(this.#file, `${offset}\n`);
  }
  get env(): Env {
    return {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  }
}

/** The clocks get these offsets one after the other. */
const steps: readonly [api: string, worker: string][] = [
  ['+0', '+0'],
  ['+10m', '+0'],
  ['-10m', '+0'],
  ['+0', '+10m'],
  ['+0', '-10m'],
  ['-10m', '+10m'],
  ['+0', '+0'],
];

const BACKWARDS = `
  select record_id from (
    select record_id, at, lag(at) over (partition by record_id order by record_version, id) as before
    from entries where record_type = 'incident') as entry
  where at < before`;

export async function proveClock({
  seconds,
  rate,
}: Record<'seconds' | 'rate', number>): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-clock-'));
  const [apiClock, workerClock] = [new FakeClock(folder, 'api'), new FakeClock(folder, 'worker')];
  const scratch = await cloneDatabase();
  const issuer = await startIssuer(scratch.url);
  const receiver = await startReceiver();
  const client = new LoadClient(64);
  const shared = { AUTH_URL: issuer.url, RATE_LIMITS: UNLIMITED, LOG_LEVEL: 'info' };
  const start = async (command: string, clock: FakeClock) =>
    startProcess(command, {
      ...(await ownEnvironment(scratch)),
      ...shared,
      ...receiverEnv(),
      ...clock.env,
    });
  const api = await start('api', apiClock);
  const worker = await start('worker', workerClock);
  const over = new AbortController();
  const count = async (text: string): Promise<number> =>
    withClient(scratch.url, async (db) => (await db.query(text)).rows.length);
  try {
    // A process whose clock is behind refuses tokens issued in its future, so this one is older.
    const iat = Math.floor(Date.now() / 1000) - TOKEN_AGE_SECONDS;
    const claims = { roles: ['super_admin'], email: 'clock@example.com', iat };
    const token = await issuer.mint(claims);
    await callerOf(api.url, token)('POST', '/webhooks/outbound', {
      name: 'Everything',
      url: receiver.url,
      events: ['incident.created', 'incident.updated'],
    });
    const sender = { client, url: api.url, headers: { authorization: `Bearer ${token}` } };
    const load = requestsAtRate(sender, rate, over.signal);
    for (const [ofApi, ofWorker] of steps) {
      apiClock.set(ofApi);
      workerClock.set(ofWorker);
      await sleep(seconds * 1000);
    }
    over.abort();
    const sent = await load;
    const failed = sent.filter(({ status }) => status < 200 || status > 299);
    const events = await count(`select from events where type ~ '^incident.(created|updated)'`);
    const countReceived = () =>
      new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size;
    await until('all is delivered', () => countReceived() >= events).catch(() => {});
    const backwards = await count(BACKWARDS);
    const clocks = receiver.received.map(
      ({ at, headers }) => Number(headers['webhook-timestamp']) - at / 1000,
    );
    const [earliest, latest] = [Math.min(...clocks), Math.max(...clocks)];
    return {
      figures: {
        requests: sent.length,
        failed: failed.length,
        events,
        received: countReceived(),
        backwards,
        worker_clock_from_s: Math.round(earliest),
        worker_clock_to_s: Math.round(latest),
      },
      faults: [
        ...(failed.length > 0 ? [`failed: ${countBy(failed)} ${failed[0]?.text}`] : []),
        ...(countReceived() === events ? [] : [`received ${countReceived()} of ${events} events`]),
        ...(backwards > 0
          ? [`${backwards} entries are older than the previous one of their record`]
          : []),
        ...(earliest > -500 || latest < 500
          ? ['the clock of the worker was not set: the run proves nothing']
          : []),
      ],
    };
  } finally {
    over.abort();
    client.close();
    await Promise.all([api.stop(), worker.stop()]);
    await receiver.close();
    await issuer.stop();
    await scratch.drop();
    rmSync(folder, { recursive: true });
  }
}
