// What happens without a request: one table of names and their work.
import { forgetExpiredJobs, startBulk } from './bulk/index.ts';
import { incidentBulk, incidentTotals } from './incidents/index.ts';
import { forgetSentMails, MAIL_JOB, sendWaitingMail } from './notifications/index.ts';
import type { Deps } from './platform/deps.ts';
import { type Handlers, startJobs } from './platform/jobs.ts';
import { dropExpired, ensurePartitions } from './platform/partitions.ts';
import { startTicker, type Tick } from './platform/ticker.ts';
import { foldTotals } from './platform/totals.ts';
import { FAILURES_JOB, mailFailures, startOutbound } from './webhooks/index.ts';

const HOUR = 3600;
const DAY = 86_400;

/** What repeats on a clock. */
const ticks = (deps: Deps): Tick[] => {
  const { unprepared, now, settings } = deps;
  return [
    {
      name: 'fold-incident-totals',
      everySeconds: 1,
      run: async () => (await foldTotals(unprepared, incidentTotals)) > 0,
    },
    {
      name: 'ensure-partitions',
      everySeconds: DAY,
      run: () => ensurePartitions(unprepared, now()),
    },
    {
      name: 'drop-expired-partitions',
      everySeconds: DAY,
      run: async () => {
        await dropExpired(unprepared, now(), (await settings()).retention_days);
      },
    },
    {
      name: 'forget-expired-jobs',
      everySeconds: HOUR,
      run: () => forgetExpiredJobs(unprepared, now()),
    },
    { name: 'forget-sent-mails', everySeconds: HOUR, run: () => forgetSentMails(deps) },
  ];
};

/** What is asked for by a transaction and happens after it. */
const jobs = (deps: Deps): Handlers => ({
  [MAIL_JOB]: (payload: { mail_id: string }) => sendWaitingMail(deps, payload),
  [FAILURES_JOB]: (payload: { webhook_id: string }) => mailFailures(deps, payload),
});

/** What waits for commits. */
const listeners = [startOutbound, (deps: Deps) => startBulk(deps, { incidents: incidentBulk })];

export async function startWorker(deps: Deps): Promise<{ stop: () => Promise<void> }> {
  const ticker = startTicker(ticks(deps), deps.log);
  const running = listeners.map((start) => start(deps));
  const queue = await startJobs(deps, jobs(deps));
  return {
    stop: async () => {
      await Promise.all([ticker.stop(), queue.stop(), ...running.map((one) => one.stop())]);
    },
  };
}
