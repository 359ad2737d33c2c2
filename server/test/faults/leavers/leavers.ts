// People leave while every credential of theirs is tried at every process: nothing is accepted two seconds later, nor
// after they are activated again.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../support/client.ts';
import { INSTANCE_KEY, startInstance, UNLIMITED } from '../../support/harness.ts';
import { Logins } from '../../support/logins.ts';
import { ownPorts, within } from '../../support/processes.ts';
import { atMost, type Report } from '../../support/report.ts';
import { openDirectory } from '../../support/scim-client.ts';
import { startProcess } from '../../support/service-process.ts';
import { arrive, type Credential, type Leaver, type Site } from './leaver.ts';

export interface LeaverOptions {
  leavers: number;
  /** This many API processes accept tokens. */
  processes: number;
  /** This many people leave at the same time. */
  atOnce: number;
  seed: number;
}

const POLL_MS = 50;
const MAX_MS = 2000;
/** Far above what any machine needs: a credential that is accepted for longer is not ended. */
const MAX_SECONDS = 60;

interface Acceptance {
  name: string;
  /** The response arrived at this value of `performance.now()`; 0 if there was none. */
  at: number;
}

interface Lag {
  name: string;
  /** The time from the response to the deactivation to that of the last acceptance; 0 if it was before. */
  ms: number;
}

/** Tries the credential until it is refused, and returns when it was accepted for the last time. */
async function lastAcceptance({ name, isAccepted }: Credential, url: string): Promise<Acceptance> {
  let at = 0;
  await within(MAX_SECONDS, `the ${name} is refused at ${url}`, async () => {
    if (!(await isAccepted(url))) return true;
    at = performance.now();
    await sleep(POLL_MS);
    return false;
  });
  return { name, at };
}

async function leave(leaver: Leaver): Promise<Lag[]> {
  const streams = leaver.streams.map(async (stream) => {
    await stream.untilClosed();
    return { name: 'stream', at: performance.now() };
  });
  const tries = leaver.credentials.flatMap((one) => one.at.map((url) => lastAcceptance(one, url)));
  const deactivated = leaver.setActive(false).then(() => performance.now());
  const [left, ...last] = await Promise.all([deactivated, ...tries, ...streams]);
  return last.map(({ name, at }) => ({ name, ms: Math.max(0, at - left) }));
}

async function acceptedNow(leavers: readonly Leaver[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { person, credentials } of leavers)
    for (const { name, at, isAccepted } of credentials)
      for (const url of at)
        if (await isAccepted(url)) faults.push(`the ${name} of ${person.email} is accepted again`);
  return faults;
}

async function jobFaults({ instance }: Site, leavers: readonly Leaver[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { job } of leavers) {
    const { status, cancel_reason: reason } = (await instance.call('GET', `/jobs/${job}`)).body;
    if (status !== 'cancelled' || reason !== 'caller_deactivated')
      faults.push(`the job ${job} is ${status} with the reason ${reason}`);
  }
  return faults;
}

/** The instance must have no worker yet. */
async function proveLeaversAt(
  site: Site,
  { leavers: count, atOnce, seed }: Omit<LeaverOptions, 'processes'>,
): Promise<Report> {
  const { instance, apis, auths } = site;
  const app = await new Logins(instance).application();
  const directory = await openDirectory(instance);
  const leavers: Leaver[] = [];
  const lags: Lag[][] = [];
  for (let done = 0; done < count; done += atOnce) {
    const size = Math.min(atOnce, count - done);
    const group = await Promise.all(
      // Every other person is deactivated by SCIM, the rest by the API.
      Array.from({ length: size }, (_, at) =>
        arrive(site, app, (done + at) % 2 === 0 ? directory : undefined),
      ),
    );
    lags.push(...(await Promise.all(group.map((leaver) => leave(leaver)))));
    leavers.push(...group);
  }
  const faults = [...(await jobFaults(site, leavers)), ...(await acceptedNow(leavers))];
  // A login knows its start in whole seconds, and one of the second of the deactivation is refused.
  for (const leaver of leavers) await leaver.setActive(true);
  const again = await acceptedNow(leavers);
  faults.push(...again);
  const left = await instance.sql(
    `select from bulk_jobs as job join users on users.id = job.caller
     where email = any($1) and (finished_at is null or succeeded > 0)`,
    [leavers.map(({ person }) => person.email)],
  );
  if (left.length > 0) faults.push(`${left.length} jobs of leavers went on`);
  const worst = lags.map((ofOne) => Math.max(...ofOne.map(({ ms }) => ms)));
  const worstOf = Object.groupBy(lags.flat(), ({ name }) => name);
  const p99 = percentile(worst, 0.99);
  return {
    figures: {
      seed,
      leavers: leavers.length,
      api_processes: apis.length,
      auth_processes: auths.length,
      credentials: lags.flat().length,
      p50_ms: Math.round(percentile(worst, 0.5)),
      p99_ms: Math.round(p99),
      max_ms: Math.round(Math.max(...worst)),
      accepted_later: faults.length,
    },
    notes: Object.entries(worstOf).map(([name, ofKind = []]) => {
      const times = ofKind.map(({ ms }) => ms);
      return `${name}: p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms, at most ${Math.round(Math.max(...times))} ms`;
    }),
    faults,
    goals: [
      atMost('a leaver is accepted for the last time, p99', p99, MAX_MS, ' ms'),
      atMost('credentials of a leaver accepted later or after a reactivation', faults.length, 0),
    ],
  };
}

/** Two processes of the identity provider are enough to show that none keeps what another has ended. */
const AUTH_PROCESSES = 2;

export async function proveLeavers({ processes, ...sizes }: LeaverOptions): Promise<Report> {
  const instance = await startInstance();
  const { DATABASE_URL, BASE_URL, AUTH_URL, INSTANCE_NAME } = instance.deps.config;
  const start = async (command: 'api' | 'auth') => {
    const env = {
      DATABASE_URL,
      BASE_URL,
      AUTH_URL,
      INSTANCE_NAME,
      ENCRYPTION_KEY: INSTANCE_KEY,
      RATE_LIMITS: UNLIMITED,
      ...(await ownPorts()),
    };
    const one = await startProcess(command, env);
    return { ...one, url: `http://127.0.0.1:${command === 'api' ? env.PORT : env.AUTH_PORT}` };
  };
  const apis = await Promise.all(Array.from({ length: processes }, () => start('api')));
  const auths = await Promise.all(Array.from({ length: AUTH_PROCESSES }, () => start('auth')));
  const site = {
    instance,
    apis: apis.map(({ url }) => url),
    auths: auths.map(({ url }) => url),
  };
  try {
    return await proveLeaversAt(site, sizes);
  } finally {
    await Promise.all([...apis, ...auths].map((one) => one.stop()));
    await instance.stop();
  }
}
