// Computes new and updated incidents with all derived fields, without database access.
import type { Actor } from '../platform/context.ts';
import { type Fault, invalid } from '../platform/errors.ts';
import type { Settings } from '../platform/runtime/settings.ts';
import { DEFAULT_PRIORITY, type Priority } from '../records/index.ts';
import { defaultRequester } from './notes/notes.replies.ts';
import type { IncidentCreate, IncidentUpdate, Level } from './incidents.schema.ts';
import { beginPeriod, breachAt, moveClock, nextDueAt, unmarked } from './sla/sla.clock.ts';
import type { IncidentRow, NewIncident } from './incidents.sql.ts';

/** The first key is the impact, the second the urgency. */
const matrix: Record<Level, Record<Level, Priority>> = {
  high: { high: 'P1', medium: 'P2', low: 'P3' },
  medium: { high: 'P2', medium: 'P3', low: 'P4' },
  low: { high: 'P3', medium: 'P4', low: 'P4' },
};

/** Applies the impact × urgency matrix if the instance uses it. A priority that the caller sends takes precedence. */
const derivedPriority = (
  isMatrixOn: boolean,
  impact: Level | null,
  urgency: Level | null,
): Priority => (isMatrixOn && impact && urgency ? matrix[impact][urgency] : DEFAULT_PRIORITY);

export function newIncident(
  input: IncidentCreate,
  actor: Actor,
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
    on_hold_until: null,
    resolution: null,
    ...fields,
    impact,
    urgency,
    priority,
    priority_explicit: input.priority !== undefined,
    state: 'new',
    opened_by: actor.email,
    merged_into: null,
    requester: input.requester === undefined ? defaultRequester(actor) : input.requester,
    last_reply_by: null,
    last_reply_at: null,
    resolved_at: null,
    closed_at: null,
    ...clock,
    sla_breach_at: breachAt(clock),
    sla_next_due_at: nextDueAt(clock),
    sla_policy: null,
    sla_clocks: null,
    sla_version: 0,
    sla_warning_at: null,
    other_target_at: null,
    updated_at: at,
    deleted_by: null,
  };
}

/** A client that sends back the record as it read it, with impact and urgency unchanged, does not choose a priority. */
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

const isSameHoldEnd = (before: IncidentRow, after: IncidentRow): boolean =>
  after.on_hold_until === before.on_hold_until;

/** Responds 400 to an end of a hold that has passed, or that a record which is not on hold would have. */
export function requireHoldEnd(before: IncidentRow, patch: IncidentUpdate, now: Date): void {
  const { state, on_hold_until: until } = { ...before, ...patch };
  // A client that sends back the record as it read it sets no time.
  if (until === null || until === before.on_hold_until) return;
  const refuse = (code: Fault['code'], message: string) =>
    invalid([{ in: 'body', pointer: '/on_hold_until', code, message }]);
  if (state !== 'on_hold')
    throw refuse(
      'not_allowed',
      `on_hold_until is allowed only in the state on_hold; the incident would be ${state}. Send it with "state": "on_hold", or leave it out.`,
    );
  if (Date.parse(until) <= now.getTime())
    throw refuse(
      'too_small',
      `on_hold_until must be in the future, after ${now.toISOString()}; null removes it.`,
    );
}

/** Returns the fields that a transition sets or clears. */
function transitionFields(
  before: IncidentRow,
  after: IncidentRow,
  at: string,
): Partial<IncidentRow> {
  if (before.state === after.state) return {};
  return {
    ...(before.state === 'on_hold' && { on_hold_reason: null, on_hold_until: null }),
    // A release that does not know the column leaves the time of an earlier hold, which is none of this one.
    ...(after.state === 'on_hold' && isSameHoldEnd(before, after) && { on_hold_until: null }),
    ...(after.state === 'resolved' && { resolved_at: at }),
    ...(after.state === 'closed' && { closed_at: at }),
    ...(after.state === 'reopened' && { resolved_at: null, reopen_count: before.reopen_count + 1 }),
  };
}

/** Does not validate the transition; call `requireTransition` first. */
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
