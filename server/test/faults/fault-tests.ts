// Kills, outages and an upgrade, with their sizes.
import { proveCreates } from '../../../sdk/test/faults/creates.ts';
import { proveRenewal } from '../../../sdk/test/faults/renewal.ts';
import { type Instance, startInstance } from '../support/harness.ts';
import { canStartPostgres } from '../support/own-postgres.ts';
import { canStartValkey } from '../support/own-valkey.ts';
import { killRest } from '../support/processes.ts';
import { receiverEnv } from '../support/receivers.ts';
import type { Report } from '../support/report.ts';
import { missingModel } from '../support/embedding-model.ts';
import { type ScaledTest, scaled } from '../support/scaled-tests.ts';
import { proveProvider } from './ai/provider.ts';
import { proveCrash as proveBulkCrash } from './bulk/crash.ts';
import { proveMail } from './bulk/mail.ts';
import { deployTests } from './deploy/deploy-tests.ts';
import { proveDiscovery } from './cmdb/discovery.ts';
import { proveCrash } from './crash.ts';
import { proveHostile } from './hostile.ts';
import { proveOnce } from './inbound/once.ts';
import { proveIsolation } from './isolation.ts';
import { proveJobs } from './jobs.ts';
import { proveLedger } from './ledger.ts';
import { proveOutage } from './limits/outage.ts';
import { proveRotation } from './rotation.ts';
import { proveStopped } from './stopped.ts';
import { proveStreamKills } from './streams/kills.ts';
import { proveUpgrade } from './upgrade/upgrade.ts';

const withInstance = async (
  prove: (instance: Instance) => Promise<Report>,
  retryDelaysSeconds?: string,
) => {
  const env = retryDelaysSeconds ? { RETRY_DELAYS_SECONDS: retryDelaysSeconds } : {};
  const instance = await startInstance({ worker: true, env: { ...receiverEnv(), ...env } });
  return prove(instance).finally(() => instance.stop());
};

const QUICK = '0.2,600,600,600';
/** Long enough for the last of thousands to fail before the first is due again. */
const SLOW = '40,600,600,600';
/** Disables the 503 for event loop delay, which other tests on the machine can cause. */
const NO_SHEDDING = { MAX_LOOP_DELAY_MS: '10000' };

/** Seconds in which work is resumed in the gate, where other tests use the processor. */
const BESIDE_OTHERS = 80;

export const faultTests = {
  crash: scaled({
    promise: 'API, worker and PostgreSQL, killed, lose nothing and duplicate nothing',
    short: { writes: 40, kills: 1, workers: 1, resumesWithinSeconds: BESIDE_OTHERS },
    long: { writes: 10_000, kills: 15, workers: 2, resumesWithinSeconds: 20 },
    run: (sizes, { isShort }) =>
      proveCrash({ ...sizes, withPostgres: !isShort || canStartPostgres() }),
  }),
  jobs: scaled({
    promise: 'the jobs of a killed worker are done by another',
    short: { kills: 1, jobs: 12, resumesWithinSeconds: BESIDE_OTHERS },
    long: { kills: 15, jobs: 30, resumesWithinSeconds: 20 },
    run: proveJobs,
  }),
  ledger: scaled({
    promise: 'a relaying worker may be killed: one delivery for each match, in order',
    short: { events: 140, kills: 1 },
    long: { events: 20_000, kills: 10 },
    run: proveLedger,
  }),
  stopped: scaled({
    promise: 'a worker suspended past its lease changes nothing',
    short: { deliveries: 16 },
    long: { deliveries: 64 },
    run: proveStopped,
  }),
  hostile: scaled({
    promise: 'hostile receivers cost an attempt its time and no more',
    short: { attempts: 1, refusals: 300 },
    long: { attempts: 8, refusals: 10_000 },
    run: proveHostile,
  }),
  rotation: scaled({
    promise: 'a receiver verifies every delivery through rotations',
    short: { deliveries: 100, rotations: 3 },
    long: { deliveries: 10_000, rotations: 20 },
    run: (sizes, { isShort }) =>
      withInstance((instance) => proveRotation(instance, sizes), isShort ? QUICK : undefined),
  }),
  isolation: scaled({
    promise: 'a receiver that hangs does not delay the others',
    short: { due: 200, good: 5, rounds: 2 },
    long: { due: 5000, good: 99, rounds: 20 },
    run: (sizes, { isShort }) =>
      withInstance(
        (instance) => proveIsolation(instance, 'hanging', sizes),
        isShort ? QUICK : undefined,
      ),
  }),
  retries: scaled({
    promise: 'retries that are due at once do not delay the others',
    short: { due: 100, good: 5, rounds: 2 },
    long: { due: 5000, good: 99, rounds: 20 },
    run: (sizes, { isShort }) =>
      withInstance(
        (instance) => proveIsolation(instance, 'retries', sizes),
        isShort ? QUICK : SLOW,
      ),
  }),
  bulk: scaled({
    promise: 'a job whose worker is killed is finished by the next one, each row exactly once',
    short: { jobs: 4, callers: 2, livesMs: 200, maxKills: 3 },
    long: { jobs: 200, callers: 10, livesMs: 2500, maxKills: 1_000_000 },
    run: proveBulkCrash,
  }),
  discovery: scaled({
    promise:
      'parallel discoveries of the same CIs add each once, and a killed worker changes nothing',
    short: { jobs: 20, rows: 20, callers: 5, cis: 40, livesMs: 50, maxKills: 3 },
    long: { jobs: 500, rows: 100, callers: 25, cis: 1000, livesMs: 2500, maxKills: 1_000_000 },
    run: proveDiscovery,
  }),
  mail: scaled({
    promise: 'mail that meets an absent server comes once it is back, each once',
    short: { mails: 40, downSeconds: 2, withinSeconds: 60 },
    long: { mails: 400, downSeconds: 120, withinSeconds: 300 },
    run: proveMail,
  }),
  valkey: scaled({
    promise: 'Valkey killed, flushed and hung: every request gets a response',
    short: { rounds: 1, seconds: 1 },
    long: { rounds: 10, seconds: 10 },
    skip: () => !canStartValkey() && 'there is no Valkey to start',
    run: ({ rounds, seconds }, { isShort }) =>
      proveOutage(rounds, seconds, isShort ? NO_SHEDDING : {}),
  }),
  'ai-provider': scaled({
    promise:
      'a model provider that is down or slow is left alone after five failures, and costs other requests nothing',
    short: { seconds: 1, rate: 20, timeoutSeconds: 1, circuitSeconds: 1 },
    long: { seconds: 120, rate: 50, timeoutSeconds: 5, circuitSeconds: 30 },
    skip: missingModel,
    run: proveProvider,
  }),
  inbound: scaled({
    promise: 'each event is one incident, however often it is sent and whichever process is killed',
    short: { events: 150, kills: 1 },
    long: { events: 10_000, kills: 30 },
    run: proveOnce,
  }),
  streams: scaled({
    promise: 'a stream that is resumed after a kill misses no event and repeats none',
    short: { kills: 3, streams: 6, rate: 100 },
    long: { kills: 50, streams: 40, rate: 200 },
    run: proveStreamKills,
  }),
  sdk: scaled({
    promise: 'through a proxy that fails 30 % of the requests, the SDK creates each incident once',
    short: { creates: 300, tasks: 50, failedPercent: 30, timeoutMs: 2000 },
    long: { creates: 10_000, tasks: 50, failedPercent: 30, timeoutMs: 5000 },
    run: proveCreates,
  }),
  tokens: scaled({
    promise: 'the SDK renews its token without a failed request',
    short: { lifetimes: 3, lifeSeconds: 2, callers: 4, maxRefused: 8, maxLate: 1 },
    long: { lifetimes: 3, lifeSeconds: 60, callers: 50, maxRefused: 0, maxLate: 0 },
    run: proveRenewal,
  }),
  upgrade: scaled({
    promise: 'the previous release works on the schema of this one, alone and beside it',
    long: {},
    run: () => proveUpgrade().finally(killRest),
  }),
  ...deployTests,
} satisfies Record<string, ScaledTest>;
