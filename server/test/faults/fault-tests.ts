// Kills, outages and an upgrade, with their sizes.
import { proveCreates } from '../../../sdk/test/faults/creates.ts';
import { proveRenewal } from '../../../sdk/test/faults/renewal.ts';
import { type Instance, startInstance } from '../support/harness.ts';
import { canStartPostgres } from '../support/own-postgres.ts';
import { canStartValkey } from '../support/own-valkey.ts';
import { canStartPgBouncer, NO_PGBOUNCER } from '../support/pgbouncer.ts';
import { canCutLinks } from '../support/cut-links.ts';
import { killRest } from '../support/processes.ts';
import { receiverEnv } from '../support/receivers.ts';
import type { Report } from '../support/report.ts';
import { missingModel } from '../support/embedding-model.ts';
import { type ScaledTest, defineTest } from '../support/scaled-tests.ts';
import { proveProvider } from './ai/provider.ts';
import { proveCrash as proveBulkCrash } from './bulk/crash.ts';
import { proveMail } from './bulk/mail.ts';
import { deployTests } from './deploy/deploy-tests.ts';
import { provePooler } from './database/pooler.ts';
import { proveVanishing } from './database/vanishes.ts';
import { proveWaitingWrites } from './database/waiting-writes.ts';
import { proveDiscovery } from './cmdb/discovery.ts';
import { proveCrash } from './crash.ts';
import { proveHostile } from './hostile.ts';
import { proveOnce } from './inbound/once.ts';
import { proveIsolation } from './isolation.ts';
import { proveJobs } from './jobs.ts';
import { proveLedger } from './ledger.ts';
import { proveOutage } from './limits/outage.ts';
import { provePauses } from './limits/pauses.ts';
import { proveOverload } from './overload.ts';
import { proveRotation } from './rotation.ts';
import { proveStop } from './stop.ts';
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

export const faultTests = {
  crash: defineTest({
    promise: 'API, worker and PostgreSQL, killed, lose nothing and duplicate nothing',
    short: { writes: 24, kills: 1, workers: 1 },
    long: { writes: 10_000, kills: 15, workers: 2 },
    run: (sizes, { isShort }) => proveCrash(sizes, isShort),
  }),
  jobs: defineTest({
    promise: 'the jobs of a killed worker are done by another',
    short: { kills: 1, jobs: 12 },
    // As many as a pool locks: those that run and those that it has fetched for later.
    long: { kills: 15, jobs: 20 },
    run: (sizes, { isShort }) => proveJobs(sizes, isShort),
  }),
  ledger: defineTest({
    promise: 'a relaying worker may be killed: one delivery for each match, in order',
    short: { events: 30, kills: 1 },
    long: { events: 20_000, kills: 10 },
    run: (sizes, { isShort }) => proveLedger(sizes, isShort),
  }),
  stopped: defineTest({
    promise: 'a worker suspended past its lease changes nothing',
    short: { deliveries: 6 },
    long: { deliveries: 64 },
    run: (sizes, { isShort }) => proveStopped(sizes, isShort),
  }),
  stop: defineTest({
    promise:
      'a worker ends within 10 s while a model and receivers do not answer, and sends nothing twice',
    long: { rounds: 5, deliveries: 8 },
    skip: missingModel,
    run: proveStop,
  }),
  hostile: defineTest({
    promise: 'hostile receivers cost an attempt its time and no more',
    short: { attempts: 1, refusals: 10 },
    long: { attempts: 8, refusals: 10_000 },
    run: proveHostile,
  }),
  rotation: defineTest({
    promise: 'a receiver verifies every delivery through rotations',
    short: { deliveries: 40, rotations: 2 },
    long: { deliveries: 10_000, rotations: 20 },
    run: (sizes, { isShort }) =>
      withInstance((instance) => proveRotation(instance, sizes), isShort ? QUICK : undefined),
  }),
  isolation: defineTest({
    promise: 'a receiver that hangs does not delay the others',
    long: { due: 5000, good: 99, rounds: 20 },
    run: (sizes) => withInstance((instance) => proveIsolation(instance, 'hanging', sizes)),
  }),
  retries: defineTest({
    promise: 'retries that are due at once do not delay the others',
    long: { due: 5000, good: 99, rounds: 20 },
    run: (sizes) => withInstance((instance) => proveIsolation(instance, 'retries', sizes), SLOW),
  }),
  bulk: defineTest({
    promise: 'a job whose worker is killed is finished by the next one, each row exactly once',
    short: { jobs: 2, callers: 1 },
    long: { jobs: 200, callers: 10 },
    run: (sizes, { isShort }) => proveBulkCrash(sizes, isShort),
  }),
  discovery: defineTest({
    promise:
      'parallel discoveries of the same CIs add each once, and a killed worker changes nothing',
    short: { jobs: 10, rows: 20, callers: 5, cis: 40 },
    long: { jobs: 500, rows: 100, callers: 25, cis: 1000 },
    run: (sizes, { isShort }) => proveDiscovery(sizes, isShort),
  }),
  mail: defineTest({
    promise: 'mail that meets an absent server comes once it is back, each once',
    short: { mails: 12, downSeconds: 0 },
    long: { mails: 400, downSeconds: 120 },
    run: (sizes, { isShort }) => proveMail(sizes, isShort),
  }),
  valkey: defineTest({
    promise: 'Valkey killed, flushed and hung: every request gets a response',
    long: { rounds: 10, seconds: 10 },
    skip: () => !canStartValkey() && 'there is no Valkey to start',
    run: ({ rounds, seconds }) => proveOutage(rounds, seconds),
  }),
  'valkey-pauses': defineTest({
    promise:
      'a pause or a lost connection of Valkey gives a caller of two processes no second burst',
    long: { rounds: 5 },
    skip: () => !canStartValkey() && 'there is no Valkey to start',
    run: provePauses,
  }),
  'ai-provider': defineTest({
    promise:
      'a model provider that is down or slow is left alone after five failures, and costs other requests nothing',
    long: { seconds: 120, rate: 50, timeoutSeconds: 5, circuitSeconds: 30 },
    skip: missingModel,
    run: proveProvider,
  }),
  inbound: defineTest({
    promise: 'each event is one incident, however often it is sent and whichever process is killed',
    short: { events: 40, kills: 1 },
    long: { events: 10_000, kills: 30 },
    run: (sizes, { isShort }) => proveOnce(sizes, isShort),
  }),
  streams: defineTest({
    promise: 'a stream that is resumed after a kill misses no event and repeats none',
    short: { kills: 3, processes: 1, streams: 4, rate: 60 },
    long: { kills: 50, processes: 2, streams: 40, rate: 200 },
    run: proveStreamKills,
  }),
  sdk: defineTest({
    promise: 'through a proxy that fails 30 % of the requests, the SDK creates each incident once',
    short: { creates: 40, tasks: 40, failedPercent: 30, timeoutMs: 10_000 },
    long: { creates: 10_000, tasks: 50, failedPercent: 30, timeoutMs: 5000 },
    run: proveCreates,
  }),
  tokens: defineTest({
    promise: 'the SDK renews its token without a failed request',
    long: { lifetimes: 3, lifeSeconds: 60, callers: 50 },
    run: proveRenewal,
  }),
  overload: defineTest({
    promise: 'a request beyond capacity is refused in time, and a process that stops ends in order',
    long: { drainSeconds: 2 },
    run: ({ drainSeconds }) => proveOverload(drainSeconds).finally(killRest),
  }),
  'database-vanishes': defineTest({
    promise: 'a database whose host vanishes without a reset is given up, and another is used',
    long: { rounds: 10 },
    run: (sizes) => proveVanishing('proxy', sizes).finally(killRest),
  }),
  'database-link-cut': defineTest({
    promise: 'a database whose link is cut is given up, and the one that its name leads to is used',
    long: { rounds: 10 },
    skip: () => !canCutLinks() && 'only root with iproute2 can make network namespaces',
    run: (sizes) => proveVanishing('link', sizes).finally(killRest),
  }),
  pooler: defineTest({
    promise: 'behind PgBouncer in transaction mode nothing fails, and timeouts are in effect',
    long: { seconds: 60, writes: 40, reads: 60 },
    skip: () => !canStartPgBouncer() && NO_PGBOUNCER,
    run: (sizes) => provePooler(sizes).finally(killRest),
  }),
  'waiting-writes': defineTest({
    promise: 'writes that wait for a standby or a lock leave reads and the probe alone',
    long: { seconds: 30, rate: 50 },
    skip: () => !canStartPostgres() && 'there is no PostgreSQL to start',
    run: (sizes) => proveWaitingWrites(sizes).finally(killRest),
  }),
  upgrade: defineTest({
    promise: 'the previous release works on the schema of this one, alone and beside it',
    long: {},
    run: () => proveUpgrade().finally(killRest),
  }),
  ...deployTests,
} satisfies Record<string, ScaledTest>;
