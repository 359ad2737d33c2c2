// Each test of kills, outages and upgrades promises a statement at these sizes.
import { proveCreates } from '../../../sdk/test/faults/creates.ts';
import { proveRenewal } from '../../../sdk/test/faults/renewal.ts';
import { type Instance, startInstance } from '../support/harness.ts';
import { canStartPostgres } from '../support/own-postgres.ts';
import { canStartValkey } from '../support/own-valkey.ts';
import { canStartPgBouncer, NO_PGBOUNCER } from '../support/pgbouncer.ts';
import { canCutLinks } from '../support/cut-links.ts';
import { missingImap } from '../support/dovecot/imap.ts';
import { canStartDovecot, NO_DOVECOT } from '../support/dovecot/server.ts';
import { killRest } from '../support/processes.ts';
import { receiverEnv } from '../support/receivers.ts';
import type { Report } from '../support/report.ts';
import { missingModel } from '../support/embedding-model.ts';
import { type ScaledTest, defineTest } from '../support/scaled-tests.ts';
import { proveProvider } from './ai/provider.ts';
import { proveCrash as proveBulkCrash } from './bulk/crash.ts';
import { proveMail } from './bulk/mail.ts';
import { deployTests } from './deploy/deploy-tests.ts';
import { proveHosts } from './database/hosts.ts';
import { provePooler } from './database/pooler.ts';
import { proveVanishing } from './database/vanishes.ts';
import { proveWaitingWrites } from './database/waiting-writes.ts';
import { proveDiscovery } from './cmdb/discovery.ts';
import { proveCrash } from './crash.ts';
import { missingForFailover } from './failover/cluster.ts';
import { proveFailover } from './failover/failover.ts';
import { proveHostile } from './hostile.ts';
import { proveOnce } from './inbound/once.ts';
import { proveResolveLinked } from './incidents/resolve-linked.ts';
import { proveSnooze } from './incidents/snooze.ts';
import { proveIsolation } from './isolation.ts';
import { proveJobs } from './jobs.ts';
import { proveLedger } from './ledger.ts';
import { proveHandOver } from './leavers/hand-over.ts';
import { proveLeavers } from './leavers/leavers.ts';
import { proveOutage } from './limits/outage.ts';
import { provePauses } from './limits/pauses.ts';
import { proveImap } from './mail/imap.ts';
import { proveImapHealth } from './mail/imap-health.ts';
import { proveMessages } from './mail/messages.ts';
import { proveMailOauth } from './mail/oauth.ts';
import { proveOverload } from './overload.ts';
import { proveRotation } from './rotation.ts';
import { proveRuleKills } from './rules/kills.ts';
import { proveRecompute } from './sla/recompute.ts';
import { proveStop } from './stop.ts';
import { proveStopped } from './stopped.ts';
import { missingForRestore, proveRestore } from './restore/restore.ts';
import { proveLogIdentity } from './streams/log-identity.ts';
import { proveStreamKills } from './streams/kills.ts';
import { proveUnreadCounts } from './streams/unread-counts.ts';
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
/** The first delay lets the last of thousands fail before the first is due again. */
const SLOW = '40,600,600,600';

export const faultTests = {
  crash: defineTest({
    promise: 'killing the API, the worker or PostgreSQL loses nothing and duplicates nothing',
    short: { writes: 24, kills: 1, workers: 1 },
    long: { writes: 10_000, kills: 15, workers: 2 },
    run: (sizes, { isShort }) => proveCrash(sizes, isShort),
  }),
  jobs: defineTest({
    promise: 'the jobs of a killed worker are run by another one',
    short: { kills: 1, jobs: 12 },
    // A pool locks this many: ten that run and ten that it has fetched for later.
    long: { kills: 15, jobs: 20 },
    run: (sizes, { isShort }) => proveJobs(sizes, isShort),
  }),
  ledger: defineTest({
    promise: 'killing the relaying worker leaves one delivery for each match, in order',
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
      'a worker stops within 10 s while a model and receivers do not respond, and sends nothing twice',
    long: { rounds: 5, deliveries: 8 },
    skip: missingModel,
    run: proveStop,
  }),
  hostile: defineTest({
    promise: 'a hostile receiver costs an attempt no more than its timeout',
    short: { attempts: 1, refusals: 10 },
    long: { attempts: 8, refusals: 10_000 },
    run: proveHostile,
  }),
  rotation: defineTest({
    promise: 'a receiver verifies every delivery while its secret is rotated',
    short: { deliveries: 40, rotations: 2 },
    long: { deliveries: 10_000, rotations: 20 },
    run: (sizes, { isShort }) =>
      withInstance((instance) => proveRotation(instance, sizes), isShort ? QUICK : undefined),
  }),
  isolation: defineTest({
    promise: 'a receiver that hangs does not delay other receivers',
    long: { due: 5000, good: 99, rounds: 20 },
    run: (sizes) => withInstance((instance) => proveIsolation(instance, 'hanging', sizes)),
  }),
  retries: defineTest({
    promise: 'thousands of retries due at the same time do not delay other receivers',
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
    promise:
      'mail written while the mail server is down arrives once it is back, each message once',
    short: { mails: 12, downSeconds: 0 },
    long: { mails: 400, downSeconds: 120 },
    run: (sizes, { isShort }) => proveMail(sizes, isShort),
  }),
  messages: defineTest({
    promise:
      'each mail that is received by LMTP becomes one incident, whichever worker is killed, also if it is delivered twice',
    short: { mails: 60, kills: 1, workers: 1, twice: 5 },
    long: { mails: 20_000, kills: 50, workers: 2, twice: 20 },
    run: proveMessages,
  }),
  imap: defineTest({
    promise:
      'each mail that is read by IMAP becomes one incident and keeps its flags, whichever worker is killed, also if connections are cut, ids change, and a person moves and deletes mails',
    // The gate runs server/test/spec/imap.test.ts instead: a worker takes over after 20 s.
    short: { mails: 60, kills: 1, cuts: 1, workers: 2 },
    long: { mails: 20_000, kills: 50, cuts: 20, workers: 2 },
    skip: missingImap,
    run: proveImap,
  }),
  'imap-health': defineTest({
    promise:
      'tokens of a mailbox are renewed in time, and its health says within a minute that the consent was revoked, the password is wrong, or the disk is full; afterwards all mail is there',
    short: { lifetimes: 1, lifeSeconds: 20, mails: 5, megabytes: 320 },
    long: { lifetimes: 3, lifeSeconds: 60, mails: 200, megabytes: 320 },
    skip: () =>
      missingImap() || (!canStartPostgres() && 'no PostgreSQL server can be started here'),
    run: (sizes) => proveImapHealth(sizes).finally(killRest),
  }),
  'mail-oauth': defineTest({
    promise:
      'mail is sent through Dovecot with access tokens, and a wrong secret or an expired token delays it only',
    long: { mails: 400 },
    skip: () => !canStartDovecot('submission') && NO_DOVECOT,
    run: (sizes) => proveMailOauth(sizes).finally(killRest),
  }),
  valkey: defineTest({
    promise: 'every request gets a response while Valkey is killed, flushed and suspended',
    long: { rounds: 10, seconds: 10 },
    skip: () => !canStartValkey() && 'Valkey is not installed',
    run: ({ rounds, seconds }) => proveOutage(rounds, seconds),
  }),
  'valkey-pauses': defineTest({
    promise:
      'a caller of two processes gets no second burst when Valkey pauses or loses its connections',
    long: { rounds: 5 },
    skip: () => !canStartValkey() && 'Valkey is not installed',
    run: provePauses,
  }),
  'ai-provider': defineTest({
    promise:
      'a model provider that is down or slow gets no requests after five failures, and does not slow other requests',
    long: { seconds: 120, rate: 50, timeoutSeconds: 5, circuitSeconds: 30 },
    skip: missingModel,
    run: proveProvider,
  }),
  inbound: defineTest({
    promise:
      'each event is one incident and ends once, however often it is sent and whichever process is killed',
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
  'unread-counts': defineTest({
    promise:
      'every stream shows the number of unread notifications within a second of each commit, also after it or the listener is cut',
    // The gate tests counts in server/test/spec/notifications.test.ts, in an instance that runs anyway.
    long: { notifications: 10_000, rate: 50, streams: 200, processes: 3, cuts: 20 },
    run: proveUnreadCounts,
  }),
  'resolve-linked': defineTest({
    promise:
      'duplicates are resolved with their leader exactly once, and their requesters and watchers notified once, whenever the worker is killed',
    short: { duplicates: 12, kills: 1 },
    long: { duplicates: 500, kills: 20 },
    run: proveResolveLinked,
  }),
  snooze: defineTest({
    promise:
      'each incident returns from its hold exactly once and at most 5 s late, whichever worker is killed, also if somebody moves it',
    // The gate tests holds in server/test/spec/snooze.cases.ts, in an instance that runs anyway.
    long: { incidents: 2000, seconds: 120, workers: 3, kills: 15 },
    run: proveSnooze,
  }),
  'sla-recompute': defineTest({
    promise:
      'whenever a worker is killed, and while people change policies and save records, each open incident gets the clocks of the last policies, without gaps or doubles in its history',
    // The gate recomputes in server/test/spec/sla-policies.test.ts; one more worker would cost it more than it may grow.
    short: { records: 12, kills: 1 },
    long: { records: 5000, kills: 20 },
    run: (sizes, { isShort }) => proveRecompute(sizes, isShort),
  }),
  'rule-kills': defineTest({
    promise:
      'whichever process is killed, rules assign, note and run in time exactly once for each record, and a mail is sent at most once more for each kill',
    // The gate proves in server/test/properties/rules what one transaction leaves.
    long: { records: 400, kills: 50 },
    run: proveRuleKills,
  }),
  leavers: defineTest({
    promise:
      'no process accepts a credential of a leaver two seconds after the deactivation, nor after a reactivation',
    // The gate runs server/test/spec/leavers.test.ts instead, in instances that run anyway.
    long: { leavers: 200, processes: 4, atOnce: 5 },
    run: (sizes) => proveLeavers(sizes).finally(killRest),
  }),
  'hand-over': defineTest({
    promise:
      'a worker killed during a hand-over and the renaming of a group leaves each record handed over once and renamed once',
    short: { records: 6, kills: 1 },
    long: { records: 500, kills: 10 },
    run: (sizes, { isShort }) => proveHandOver(sizes, isShort),
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
    promise:
      'a request beyond capacity is refused in time, and a process shuts down gracefully on SIGTERM',
    long: { drainSeconds: 2 },
    run: ({ drainSeconds }) => proveOverload(drainSeconds).finally(killRest),
  }),
  'database-vanishes': defineTest({
    promise:
      'connections to a database whose host vanishes without a reset are abandoned, and another host is used',
    long: { rounds: 10 },
    run: (sizes) => proveVanishing('proxy', sizes).finally(killRest),
  }),
  'database-link-cut': defineTest({
    promise:
      'connections to a database whose link is cut are abandoned, and the host that its name now resolves to is used',
    long: { rounds: 10 },
    skip: () => !canCutLinks() && 'creating network namespaces needs root and iproute2',
    run: (sizes) => proveVanishing('link', sizes).finally(killRest),
  }),
  failover: defineTest({
    promise:
      'a failover of the database loses no acknowledged write, no event and no delivery, and no caller of the SDK sees an error',
    long: { rounds: 20, rate: 200 },
    texts: ['kinds', 'through'],
    skip: missingForFailover,
    run: (sizes, { texts }) => proveFailover(sizes, texts).finally(killRest),
  }),
  hosts: defineTest({
    promise:
      'after the primary of two hosts is killed or frozen, all processes find the new one and lose no acknowledged write',
    // The gate tests the choice of a host in server/src/platform/postgres/hosts/primary.test.ts.
    long: { writers: 8, seconds: 5 },
    skip: () => !canStartPostgres() && 'no PostgreSQL server can be started here',
    run: (sizes) => proveHosts(sizes).finally(killRest),
  }),
  pooler: defineTest({
    promise:
      'behind PgBouncer in transaction mode no request fails, and the timeouts are in effect',
    long: { seconds: 60, writes: 40, reads: 60 },
    skip: () => !canStartPgBouncer() && NO_PGBOUNCER,
    run: (sizes) => provePooler(sizes).finally(killRest),
  }),
  'log-identity': defineTest({
    promise:
      'a stream that is resumed after a failover misses no event, and no restore is suspected',
    long: { events: 500, ahead: 200 },
    skip: () => !canStartPostgres() && 'no PostgreSQL server can be started here',
    run: (sizes) => proveLogIdentity(sizes),
  }),
  'waiting-writes': defineTest({
    promise: 'writes that wait for a standby or a lock delay neither reads nor the probe',
    long: { seconds: 30, rate: 50 },
    skip: () => !canStartPostgres() && 'no PostgreSQL server can be started here',
    run: (sizes) => proveWaitingWrites(sizes).finally(killRest),
  }),
  upgrade: defineTest({
    promise:
      'an upgrade whose migrate is killed at every step fails no request, and this release can be started again',
    long: { records: 1_000_000, rate: 100 },
    run: (sizes) => proveUpgrade(sizes).finally(killRest),
  }),
  restore: defineTest({
    promise:
      'a backup of each kind is restored row by row; afterwards no old stream resumes, no number is given twice, and nothing is sent before its release',
    // The short form runs in no gate, because a cluster takes longer to create than a gate may grow.
    short: { incidents: 500, resumeSeconds: 2 },
    long: { incidents: 1_000_000, resumeSeconds: 10 },
    texts: ['ways'],
    skip: missingForRestore,
    run: (sizes, { texts }) => proveRestore(sizes, texts['ways']).finally(killRest),
  }),
  ...deployTests,
} satisfies Record<string, ScaledTest>;
