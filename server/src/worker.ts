// Background work comes in three kinds. Jobs, such as mail, run once after a commit and are retried by graphile-worker;
// there are few of them. Due work is found in the database by one statement for all kinds: events to relay, deliveries,
// rows of bulk jobs, SLA thresholds, deltas to fold, and tasks on records. Schedules run by the clock. Mailboxes are read by
// a loop each.
import { stopModelCalls } from './ai/index.ts';
import { logWitnessOf } from './events/index.ts';
import { compose, tableOf } from './feature.ts';
import { features } from './features.ts';
import { stopEmbedding } from './knowledge/index.ts';
import { startMailReaders, stopMailParsing } from './mail/index.ts';
import { backfillWork } from './platform/background/backfills.ts';
import { startDueWork } from './platform/background/due-work.ts';
import { startJobs } from './platform/background/jobs.ts';
import { type Running, startSchedules } from './platform/background/schedules.ts';
import { taskWork } from './platform/background/tasks.ts';
import type { Deps } from './platform/runtime/deps.ts';

const tasks = tableOf(features, 'tasks');

export async function startWorker(deps: Deps): Promise<Running> {
  compose(features);
  const settings = deps.commitListener.listen({ settings: deps.forgetSettings });
  const parts = [
    settings,
    logWitnessOf(deps).start(),
    await startJobs(deps, tableOf(features, 'jobs')),
    startDueWork(deps, [
      backfillWork(deps),
      ...taskWork(deps, tasks),
      ...features.flatMap(({ dueWork }) => dueWork?.(deps, features) ?? []),
    ]),
    startSchedules(
      features.flatMap(({ schedules }) => schedules?.(deps, features) ?? []),
      deps.log,
    ),
    await startMailReaders(deps),
  ];
  return {
    stop: async () => {
      // A task that waits for a model fails now and is retried, so that nothing here has to wait for it. The delivery loop
      // interrupts receivers itself.
      stopModelCalls(deps);
      await Promise.all([
        stopEmbedding(deps),
        stopMailParsing(deps),
        ...parts.map((part) => part.stop()),
      ]);
    },
  };
}
