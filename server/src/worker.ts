// Background work: periodic tasks, queued jobs, listeners for commits, and the look for work.
import {
  INDEX_ALL_JOB,
  indexIncident,
  indexResolvedIncidents,
  purgeExpiredResponses,
  purgeExpiredUsage,
  purgeUnusedVectors,
  stopModelCalls,
  suggestResolution,
  taskWork,
} from './ai/index.ts';
import { purgeExpiredJobs, startBulk } from './bulk/index.ts';
import { incidentWork } from './incidents/index.ts';
import { INDEX_JOB, indexArticle, stopEmbedding } from './knowledge/index.ts';
import {
  MAIL_JOB,
  purgeExpiredNotifications,
  purgeSentMails,
  sendWaitingMail,
} from './notifications/index.ts';
import type { Deps } from './platform/runtime/deps.ts';
import { startDueWork } from './platform/runtime/due-work.ts';
import { purgeExpiredKeys } from './platform/http/routes/idempotency.ts';
import { type Handlers, ONE_AT_A_TIME, startJobs } from './platform/runtime/queue.ts';
import { dropExpired, ensurePartitions } from './platform/postgres/partitions.ts';
import { startTicker, type Tick } from './platform/runtime/ticker.ts';
import { purgeExpiredAttachmentUsage } from './records/index.ts';
import {
  FAILURES_JOB,
  purgeDroppedDeliveries,
  purgeDroppedFailures,
  mailFailures,
  type Recovery,
  RECOVERY_JOB,
  recoverWebhook,
  startOutbound,
  purgeExpiredDeliveryIds,
} from './webhooks/index.ts';

const HOUR = 3600;
const DAY = 86_400;

/** Periodic tasks. */
const ticks = (deps: Deps): Tick[] => [
  {
    name: 'ensure-partitions',
    everySeconds: DAY,
    run: () => ensurePartitions(deps.maintenance, deps.now()),
  },
  {
    name: 'drop-expired-partitions',
    everySeconds: DAY,
    run: async () => {
      await dropExpired(deps.maintenance, deps.now(), (await deps.settings()).retention_days);
    },
  },
  {
    name: 'purge-idempotency-keys',
    everySeconds: 60,
    run: () => purgeExpiredKeys(deps.db, deps.now()),
  },
  {
    name: 'purge-inbound-deliveries',
    everySeconds: HOUR,
    run: async () =>
      purgeExpiredDeliveryIds(deps.db, deps.now(), (await deps.settings()).retention_days),
  },
  {
    name: 'purge-dropped-deliveries',
    everySeconds: DAY,
    run: async () => {
      await purgeDroppedDeliveries(deps.db, deps.now(), (await deps.settings()).retention_days);
      await purgeDroppedFailures(deps.db);
    },
  },
  {
    name: 'purge-expired-jobs',
    everySeconds: HOUR,
    run: () => purgeExpiredJobs(deps.db, deps.now()),
  },
  {
    name: 'purge-ai-responses',
    everySeconds: 60,
    run: () => purgeExpiredResponses(deps.db, deps.now()),
  },
  {
    name: 'purge-ai-usage',
    everySeconds: DAY,
    run: () => purgeExpiredUsage(deps.db, deps.now()),
  },
  {
    name: 'purge-attachment-usage',
    everySeconds: DAY,
    run: () => purgeExpiredAttachmentUsage(deps.db, deps.now()),
  },
  { name: 'purge-vectors', everySeconds: DAY, run: () => purgeUnusedVectors(deps.db) },
  { name: 'purge-sent-mails', everySeconds: HOUR, run: () => purgeSentMails(deps) },
  {
    name: 'purge-notifications',
    everySeconds: HOUR,
    run: () => purgeExpiredNotifications(deps.db, deps.now()),
  },
];

/** Handlers of jobs that a transaction enqueues and that run after its commit. */
const jobs = (deps: Deps): Handlers => ({
  [MAIL_JOB]: (payload: { mail_id: string }) => sendWaitingMail(deps, payload),
  [FAILURES_JOB]: (payload: { webhook_id: string }) => mailFailures(deps, payload),
  [RECOVERY_JOB]: (payload: Recovery) => recoverWebhook(deps, payload),
});

/** Jobs that take a second or more, in a queue of their own. */
const longJobs = (deps: Deps): Handlers => ({
  [INDEX_JOB]: (payload: { article_id: string }) => indexArticle(deps, payload),
});

/** Work of the AI on incidents, of which a storm of alerts makes much. */
const tasks = { 'index-incident': indexIncident, 'suggest-resolution': suggestResolution };

/** Jobs about all incidents, and those about one that the previous release has added. */
const incidentJobs = (deps: Deps): Handlers => ({
  [INDEX_ALL_JOB]: async () => {
    await indexResolvedIncidents(deps);
  },
  ...Object.fromEntries(
    Object.entries(tasks).map(([name, run]) => [
      name,
      (payload: { incident_id: string }) => run(deps, payload),
    ]),
  ),
});

/** Work that waits for commits. */
const listeners = [startOutbound, startBulk];

/** For the metrics. */
export const jobKinds = (deps: Deps): string[] =>
  [jobs, longJobs, incidentJobs].flatMap((handlersOf) => Object.keys(handlersOf(deps)));

export async function startWorker(deps: Deps): Promise<{ stop: () => Promise<void> }> {
  const [short, long, aboutIncidents] = [jobs(deps), longJobs(deps), incidentJobs(deps)];
  const ticker = startTicker(ticks(deps), deps.log);
  const running = listeners.map((start) => start(deps));
  const queues = await startJobs(deps, [
    { handlers: short },
    { handlers: long, size: ONE_AT_A_TIME },
    { handlers: aboutIncidents, size: ONE_AT_A_TIME },
  ]);
  const looking = startDueWork(deps, [
    ...incidentWork(deps),
    ...taskWork(deps, tasks),
    ...running.flatMap(({ work }) => work),
    queues.work,
  ]);
  return {
    stop: async () => {
      // A job or task that waits for a model fails now and is retried, so that nothing here need wait for it.
      stopModelCalls(deps);
      const parts = [looking, ticker, queues, ...running];
      await Promise.all([stopEmbedding(deps), ...parts.map((one) => one.stop())]);
    },
  };
}
