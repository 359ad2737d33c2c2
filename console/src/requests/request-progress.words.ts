// The progress of a request from the catalog, as its steps are shown.
import type { ProgressStep } from '../api/index.ts';
import type { Stage } from '../ui/marks/stages.tsx';

const statuses: Readonly<Record<ProgressStep['state'], Stage['status']>> = {
  done: 'done',
  current: 'current',
  waiting: 'later',
  failed: 'stopped',
};

export const progressStages = (progress: readonly ProgressStep[]): Stage[] =>
  progress.map(({ name, state }) => ({ label: name, status: statuses[state] }));

/** A list has room for the step that the request is at: the last one that it has reached. */
export function currentStep(progress: readonly ProgressStep[]): ProgressStep | undefined {
  const reached = progress.filter(({ state }) => state !== 'waiting');
  return reached.find(({ state }) => state === 'current' || state === 'failed') ?? reached.at(-1);
}
