// An incident says what its clocks depend on, and has columns that follow from them: lists, filters and sorts read these.
import type { Settings } from '../../platform/runtime/settings.ts';
import {
  type Clock,
  type ClockPhase,
  type Clocks,
  holdReasons,
  nextTarget,
  type SlaRecord,
} from '../../sla/index.ts';
import type { IncidentRow } from '../incidents.sql.ts';
import { isOpen, type State } from '../incidents.states.ts';
import { elapsedMs, nextDueAt, phaseOf, readClock } from './sla.clock.ts';

const states: Record<State, 'open' | 'held' | 'done' | 'cancelled'> = {
  new: 'open',
  in_progress: 'open',
  reopened: 'open',
  on_hold: 'held',
  resolved: 'done',
  closed: 'done',
  cancelled: 'cancelled',
};

const stoppedPhase = (state: State): ClockPhase => (state === 'cancelled' ? 'cancelled' : 'met');

/** Reads the clock that an incident has without a policy from its columns. */
function ownClock(row: IncidentRow): Clock {
  const { created_at, resolved_at, sla_paused_ms, sla_halted_at, sla_warned_at, sla_breached_at } =
    row;
  const phase = phaseOf(row);
  const { warning_at, breach_at } = readClock(row, new Date(0));
  return {
    phase: phase === 'stopped' ? stoppedPhase(row.state) : phase,
    target_seconds: row.sla_target_seconds,
    started_at: created_at,
    since: new Date(Date.parse(created_at) + sla_paused_ms).toISOString(),
    before_ms: 0,
    halted_at: sla_halted_at,
    elapsed_ms: sla_halted_at === null ? null : elapsedMs(row, new Date(sla_halted_at)),
    halted_ms: sla_paused_ms,
    warning_at,
    breach_at,
    warned_at: sla_warned_at,
    breached_at: sla_breached_at,
    // A record that was on hold or merged was halted before it was resolved.
    met_at:
      phase === 'stopped' && row.state !== 'cancelled' ? (resolved_at ?? sla_halted_at) : null,
  };
}

const columnsOf = (clock: Clock): Partial<IncidentRow> => ({
  sla_target_seconds: clock.target_seconds,
  sla_paused_ms: clock.halted_ms,
  sla_halted_at: clock.halted_at,
  sla_breach_at: clock.breach_at,
  sla_warned_at: clock.warned_at,
  sla_breached_at: clock.breached_at,
});

const otherMetrics = ['first_response', 'update'] as const;

export const incidentSla: SlaRecord<IncidentRow> = {
  type: 'incident',
  columns: [
    'sla_policy',
    'sla_clocks',
    'sla_version',
    'sla_next_due_at',
    'sla_warning_at',
    'other_target_at',
    'sla_target_seconds',
    'sla_paused_ms',
    'sla_halted_at',
    'sla_breach_at',
    'sla_warned_at',
    'sla_breached_at',
  ],
  firstStep: { state: 'new', on_hold_reason: null, merged_into: null },
  momentOf: ({ state, on_hold_reason: reason, merged_into }, at) => ({
    at,
    state: states[state],
    reason,
    isMerged: merged_into !== null,
  }),
  isEnded: ({ state }) => !isOpen(state),
  ciOf: ({ ci_id }) => ci_id,
  requesterOf: ({ requester }) => requester,
  defaultTerms: ({ priority }, settings: Settings) => ({
    hours: null,
    targets: { resolution: settings.sla_target_seconds[priority] },
    pause: { first_response: [], update: [], resolution: holdReasons },
  }),
  ownClocks: (row): Clocks => (row.sla_clocks?.resolution ? {} : { resolution: ownClock(row) }),
  withColumns: (row, clocks, own) => {
    const resolution = clocks.resolution ?? own.resolution;
    const other = nextTarget(clocks, otherMetrics);
    const next = {
      ...row,
      ...(resolution && columnsOf(resolution)),
      sla_clocks: Object.keys(clocks).length > 0 ? clocks : null,
      sla_warning_at: clocks.resolution?.warning_at ?? null,
      other_target_at: (other && clocks[other]?.breach_at) ?? null,
    };
    return { ...next, sla_next_due_at: nextDueAt(next) };
  },
};
