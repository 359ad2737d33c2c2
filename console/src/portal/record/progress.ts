// A report has four steps; the service names those of a request. The dates come from the record and from the moves in
// its timeline.
import type { Incident, ProgressStep, ServiceRequest, TimelineEntry } from '../../api/index.ts';
import type { Stage } from '../../ui/marks/stages.tsx';

type Entry = Pick<TimelineEntry, 'at' | 'actor' | 'changes'>;
type Report = Pick<Incident, 'state' | 'created_at' | 'resolved_at' | 'closed_at'>;
type Request = Pick<
  ServiceRequest,
  'state' | 'created_at' | 'decided_at' | 'fulfilled_at' | 'progress' | 'tasks'
> & { stages: readonly ServiceRequest['stages'][number][] };

/** Entries are ordered newest first. */
const movesTo = (state: string, entries: readonly Entry[]): Entry[] =>
  entries.filter(({ changes }) => changes?.['state']?.to === state);

const stageOf = (label: string, status: Stage['status'], at?: string | null): Stage => ({
  label,
  status,
  ...(at !== null && at !== undefined && { at }),
});

/** Returns how many steps were reached; the one after them is under way, unless nobody has begun. */
const reached: Record<Exclude<Report['state'], 'cancelled'>, number> = {
  new: 1,
  in_progress: 1,
  on_hold: 1,
  reopened: 1,
  resolved: 3,
  closed: 4,
};

/** Work that began again after a reply has the date of that reply. */
const workSince = (entries: readonly Entry[]): string | undefined =>
  movesTo('reopened', entries)[0]?.at ?? movesTo('in_progress', entries).at(-1)?.at;

export function reportSteps(report: Report, entries: readonly Entry[], me: string): Stage[] {
  const { state, created_at, resolved_at, closed_at } = report;
  const sent = stageOf('Sent', 'done', created_at);
  if (state === 'cancelled')
    return [sent, stageOf('Withdrawn', 'stopped', movesTo('cancelled', entries)[0]?.at)];
  const closer = movesTo('closed', entries)[0]?.actor;
  const wasClosedByOther =
    state === 'closed' && closer !== undefined && closer.toLowerCase() !== me.toLowerCase();
  const count = reached[state];
  const statusAt = (index: number): Stage['status'] => {
    if (index < count) return 'done';
    return index === count && state !== 'new' ? 'current' : 'later';
  };
  const steps: [label: string, at: string | null | undefined][] = [
    ['Sent', created_at],
    ['Working on it', workSince(entries)],
    ['Fixed', resolved_at],
    [wasClosedByOther ? 'Finished' : 'Confirmed', closed_at],
  ];
  return steps.map(([label, at], index) => {
    const status = statusAt(index);
    // A date of an earlier round would say that the step was reached.
    return stageOf(label, status, status === 'later' ? undefined : at);
  });
}

const statuses: Readonly<Record<ProgressStep['state'], Stage['status']>> = {
  done: 'done',
  current: 'current',
  waiting: 'later',
  failed: 'stopped',
};

/** A record that stopped at a step has no later ones. */
const upToFailure = (progress: readonly ProgressStep[]): readonly ProgressStep[] => {
  const failed = progress.findIndex(({ state }) => state === 'failed');
  return failed === -1 ? progress : progress.slice(0, failed + 1);
};

const failures: Readonly<Partial<Record<Request['state'], string>>> = {
  rejected: 'Not approved',
  cancelled: 'Withdrawn',
};

/** The steps of a list have names, but no dates. */
export const listSteps = (
  state: string,
  progress: readonly ProgressStep[],
): Pick<Stage, 'label' | 'status'>[] =>
  upToFailure(progress).map((step) => ({
    label: step.state === 'failed' ? (failures[state as Request['state']] ?? step.name) : step.name,
    status: statuses[step.state],
  }));

interface StepDetail {
  at?: string | null | undefined;
  detail?: string;
}

type Details = (
  request: Request,
  stage: ServiceRequest['stages'][number] | undefined,
) => StepDetail;

const details: Readonly<Record<ProgressStep['key'], Details>> = {
  sent: ({ created_at }) => ({ at: created_at }),
  stage: ({ decided_at }, stage) => ({
    at: stage ? stage.decided_at : decided_at,
    ...(stage?.nobody_left && stage.state === 'open' && { detail: 'A manager decides' }),
  }),
  work: ({ tasks: { total, done } }) => (total === 0 ? {} : { detail: `${done} of ${total}` }),
  done: ({ fulfilled_at }) => ({ at: fulfilled_at }),
};

export function requestSteps(request: Request, entries: readonly Entry[]): Stage[] {
  const { state, progress, stages } = request;
  const withdrawn = movesTo('cancelled', entries)[0]?.at;
  let next = 0;
  return upToFailure(progress).map((step): Stage => {
    const stage = step.key === 'stage' ? stages[next] : undefined;
    if (step.key === 'stage') next += 1;
    const { at, detail } = details[step.key](request, stage);
    const isFailed = step.state === 'failed';
    return {
      ...stageOf(step.name, statuses[step.state], isFailed ? (at ?? withdrawn) : at),
      ...(isFailed ? { detail: failures[state] } : detail !== undefined && { detail }),
    };
  });
}
