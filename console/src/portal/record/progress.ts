// A report has four steps and a request three. The dates come from the record and from the moves in its timeline.
import type { Incident, ServiceRequest, TimelineEntry } from '../../api/index.ts';
import type { Stage } from '../../ui/marks/stages.tsx';

type Entry = Pick<TimelineEntry, 'at' | 'actor' | 'changes'>;
type Report = Pick<Incident, 'state' | 'created_at' | 'resolved_at' | 'closed_at'>;
type Request = Pick<ServiceRequest, 'state' | 'created_at' | 'decided_at' | 'fulfilled_at'>;

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

export function requestSteps(request: Request, entries: readonly Entry[]): Stage[] {
  const { state, created_at, decided_at, fulfilled_at } = request;
  const sent = stageOf('Sent', 'done', created_at);
  if (state === 'rejected') return [sent, stageOf('Not approved', 'stopped', decided_at)];
  const isApproved = decided_at !== null;
  const approved = stageOf('Approved', isApproved ? 'done' : 'current', decided_at);
  if (state === 'cancelled') {
    const withdrawn = stageOf('Withdrawn', 'stopped', movesTo('cancelled', entries)[0]?.at);
    return [sent, ...(isApproved ? [approved] : []), withdrawn];
  }
  const open = isApproved ? 'current' : 'later';
  return [sent, approved, stageOf('Done', fulfilled_at === null ? open : 'done', fulfilled_at)];
}
