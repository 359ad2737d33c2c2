// The progress of a service request is a line of steps: sent, each approval, the work, done.
import type { Stage } from './approvals/stage.ts';
import type { State } from './requests.states.ts';

type StepState = 'done' | 'current' | 'waiting' | 'failed';

interface ProgressStep {
  key: 'sent' | 'stage' | 'work' | 'done';
  name: string;
  state: StepState;
}

export interface ProgressRow {
  state: State;
  item_id: string | null;
  stages: readonly Pick<Stage, 'name' | 'state'>[] | null;
  decided_at: string | null;
}

const stageSteps: Readonly<Record<Stage['state'], StepState>> = {
  waiting: 'waiting',
  open: 'current',
  approved: 'done',
  rejected: 'failed',
};

/** A request without an item has one approval, by a manager. */
function approvalSteps({ state, item_id, stages, decided_at }: ProgressRow): ProgressStep[] {
  if (item_id !== null)
    return (stages ?? []).map((stage) => ({
      key: 'stage',
      name: stage.name,
      state: stageSteps[stage.state],
    }));
  const decided: StepState = state === 'rejected' ? 'failed' : 'done';
  return [{ key: 'stage', name: 'Approval', state: decided_at === null ? 'current' : decided }];
}

const workStates: Readonly<Partial<Record<State, StepState>>> = {
  approved: 'current',
  fulfilled: 'done',
};

/** The step at which a request was cancelled failed, and no other is current. */
function withCancellation(steps: readonly ProgressStep[]): ProgressStep[] {
  const at = steps.findIndex(({ state }) => state !== 'done');
  return steps.map((step, index) =>
    index < at ? step : { ...step, state: index === at ? 'failed' : 'waiting' },
  );
}

export function progressOf(row: ProgressRow): ProgressStep[] {
  const { state, decided_at } = row;
  const wasApproved = decided_at !== null && state !== 'rejected';
  const work = workStates[state] ?? (wasApproved ? 'current' : 'waiting');
  const steps: ProgressStep[] = [
    { key: 'sent', name: 'Sent', state: 'done' },
    ...approvalSteps(row),
    { key: 'work', name: 'Work', state: work },
    { key: 'done', name: 'Done', state: state === 'fulfilled' ? 'done' : 'waiting' },
  ];
  return state === 'cancelled' ? withCancellation(steps) : steps;
}
