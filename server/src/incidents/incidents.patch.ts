// New incidents and updates as pure functions: all derived fields, no database access.
import type { Settings } from '../platform/runtime/settings.ts';
import { DEFAULT_PRIORITY } from '../records/index.ts';
import type { Level, Priority } from './incidents.priority.ts';
import type { IncidentCreate, IncidentUpdate } from './incidents.schema.ts';
import { beginPeriod, breachAt, moveClock, nextDueAt, unmarked } from './sla/sla.clock.ts';
import type { IncidentRow, NewIncident } from './incidents.sql.ts';

/** By impact, then urgency. */
const matrix: Record<Level, Record<Level, Priority>> = {
  high: { high: 'P1', medium: 'P2', low: 'P3' },
  medium: { high: 'P2', medium: 'P3', low: 'P4' },
  low: { high: 'P3', medium: 'P4', low: 'P4' },
};

/** The impact × urgency matrix, if the instance uses it; a priority that the caller sends comes first. */
const derivedPriority = (
  isMatrixOn: boolean,
  impact: Level | null,
  urgency: Level | null,
): Priority => (isMatrixOn && impact && urgency ? matrix[impact][urgency] : DEFAULT_PRIORITY);

export function newIncident(
  input: IncidentCreate,
  opener: string,
  settings: Settings,
  now: Date,
): NewIncident {
  const { notify_stakeholders: _, impact = null, urgency = null, ...fields } = input;
  const priority = input.priority ?? derivedPriority(settings.priority_matrix, impact, urgency);
  const at = now.toISOString();
  const clock = {
    created_at: at,
    sla_target_seconds: settings.sla_target_seconds[priority],
    sla_paused_ms: 0,
    sla_halted_at: null,
    deleted_at: null,
    ...unmarked,
  };
  return {
    description: null,
    category: null,
    subcategory: null,
    assignment_group: null,
    assigned_to: null,
    ci_id: null,
    parent_problem_id: null,
    change_id: null,
    external_id: null,
    on_hold_reason: null,
    resolution: null,
    ...fields,
    impact,
    urgency,
    priority,
    priority_explicit: input.priority !== undefined,
    state: 'new',
    opened_by: opener,
    resolved_at: null,
    closed_at: null,
    ...clock,
    sla_breach_at: breachAt(clock),
    sla_next_due_at: nextDueAt(clock),
    event_sequence: 1,
    updated_at: at,
    deleted_by: null,
  };
}

/** A client that sends back the record as it read it chooses no priority: impact and urgency are there, too, as they were. */
const isSentBack = (before: IncidentRow, { priority, impact, urgency }: IncidentUpdate): boolean =>
  priority === before.priority && impact === before.impact && urgency === before.urgency;

/** A priority that was never chosen follows impact and urgency while the instance's matrix is on. */
function priorityOf(before: IncidentRow, patch: IncidentUpdate, settings: Settings) {
  const { priority, impact, urgency } = { ...before, ...patch };
  const isChosen = patch.priority !== undefined && !isSentBack(before, patch);
  const isExplicit = before.priority_explicit || isChosen;
  const isDerived =
    settings.priority_matrix &&
    !isExplicit &&
    (impact !== before.impact || urgency !== before.urgency);
  return {
    priority: isDerived ? derivedPriority(true, impact, urgency) : priority,
    priority_explicit: isExplicit,
  };
}

/** Fields that a transition sets or clears. */
function transitionFields(
  before: IncidentRow,
  after: IncidentRow,
  at: string,
): Partial<IncidentRow> {
  if (before.state === after.state) return {};
  return {
    ...(before.state === 'on_hold' && { on_hold_reason: null }),
    ...(after.state === 'resolved' && { resolved_at: at }),
    ...(after.state === 'closed' && { closed_at: at }),
    ...(after.state === 'reopened' && { resolved_at: null, reopen_count: before.reopen_count + 1 }),
  };
}

/** Call requireTransition first: the transition is not validated here. */
export function applyPatch(
  before: IncidentRow,
  patch: IncidentUpdate,
  settings: Settings,
  now: Date,
): IncidentRow {
  const { ci, ...rest } = before;
  const patched: IncidentRow = {
    ...rest,
    ...patch,
    ...priorityOf(before, patch, settings),
    ...((patch.ci_id === undefined || patch.ci_id === before.ci_id) && { ci }),
  };
  const marked = { ...patched, ...transitionFields(before, patched, now.toISOString()) };
  const moved = moveClock(marked, marked.state, now);
  const isNewPeriod = marked.priority !== before.priority;
  const clocked = isNewPeriod
    ? beginPeriod(moved, settings.sla_target_seconds[marked.priority], now)
    : moved;
  return { ...clocked, sla_breach_at: breachAt(clocked) };
}
