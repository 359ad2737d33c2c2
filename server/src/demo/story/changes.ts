import type { ChangeCreate, ChangeUpdate } from '../../changes/index.ts';
import type { NoteToAdd } from '../../records/index.ts';
import { iso } from './calendar.ts';
import type { ChangePlan } from '../data/change-plan.ts';
import { HOUR, History, MINUTE, ref, type Step } from './history.ts';

interface ChangeInputs {
  create: ChangeCreate;
  update: ChangeUpdate;
  submit: object;
  approve: { comment: string };
  reject: { comment: string };
  note: NoteToAdd;
}

const path = ['scheduled', 'implementing', 'review', 'closed'] as const;

/** A change is scheduled after its approval, and reaches the later states by its window. */
function timesOf({
  created,
  decisions,
  window,
}: ChangePlan): Record<(typeof path)[number], number> {
  const approved = decisions?.at(-1)?.[0] ?? created;
  const [start, end] = window ?? [approved, approved];
  return {
    scheduled: approved + 4 * MINUTE,
    implementing: start + 2 * MINUTE,
    review: end - 20 * MINUTE,
    closed: end + 15 * HOUR,
  };
}

export function planChange(plan: ChangePlan, now: number, storm: readonly string[]): Step[] {
  const { key, by, created, input, window, submitted, decisions = [], reached, linked } = plan;
  const history = new History<ChangeInputs>('change', key, now);
  history.at(created, by, 'create', {
    ...input,
    ...(window && { planned_start_at: iso(window[0]), planned_end_at: iso(window[1]) }),
  });
  if (submitted !== undefined) history.at(submitted, by, 'submit', {});
  for (const [at, manager, decision, comment] of decisions)
    history.at(at, manager, decision, { comment });
  if (reached === 'cancelled') history.at(created + 30 * HOUR, by, 'update', { state: reached });
  const times = timesOf(plan);
  const steps = path.slice(0, path.findIndex((state) => state === reached) + 1);
  for (const state of steps) history.at(times[state], by, 'update', { state });
  for (const [at, author, body] of plan.notes ?? [])
    history.at(at, author, 'note', { body, visibility: 'team' });
  if (linked !== undefined) history.at(linked, by, 'update', { incident_ids: storm.map(ref) });
  return history.steps;
}
