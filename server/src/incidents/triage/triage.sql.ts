// Agents filter their queue by missing fields and by the state of the SLA clock at the time of the request.
import { type RawBuilder, sql } from 'kysely';
import type { Alternative, NamedCondition } from '../../platform/lists/list-spec.ts';
import { comparableAddress } from '../../platform/postgres/addresses.ts';
import { states } from '../incidents.states.ts';
import { type Phase, phases } from '../sla/sla.clock.ts';
import { clearedFields, type slaFilters } from './triage.names.ts';

/** The expression must equal that of the column's index. */
const indexedExpression = (name: (typeof clearedFields)[number]): RawBuilder<unknown> =>
  name === 'assigned_to' ? comparableAddress(name) : sql.ref(name);

const isMerged = sql<boolean>`merged_into is not null`;

/** Most incidents are merged into no other, so that the partial index has the few that are. */
const exceptions: Partial<Record<(typeof clearedFields)[number], Pick<Alternative, 'except'>>> = {
  merged_into: { except: isMerged },
};

export const withoutConditions: Record<string, NamedCondition> = Object.fromEntries(
  clearedFields.map((name) => [
    name,
    () => ({
      [name]: { where: sql<boolean>`${indexedExpression(name)} is null`, ...exceptions[name] },
    }),
  ]),
);
export const steadyConditions = Object.keys(exceptions);

/** Selects the clocks in a phase that meet a condition, by the states that have the phase. */
const inPhase = (phase: Phase, condition: RawBuilder<boolean>): Alternative => {
  const values = states.filter((state) => phases[state] === phase);
  const literals = sql.join(values.map((state) => sql.lit(state)));
  return {
    where: sql<boolean>`(state in (${literals}) and ${condition})`,
    only: { column: 'state', values },
  };
};

const isLate = sql<boolean>`sla_halted_at >= sla_breach_at`;
/** An SLA policy may let the clock run while the record is on hold. */
const isHalted = sql<boolean>`sla_halted_at is not null`;
const pausedLate = inPhase('paused', isLate);
/** The clock of a duplicate is paused in the states in which it would run. */
const mergedLate = inPhase('running', sql`${isMerged} and ${isLate}`);

/** The clock of a policy has the time of its warning in a column, because its hours are not those on the wall. */
const isAtRisk = (now: string) => sql<boolean>`sla_sort_at > ${now}::timestamptz
  and coalesce(sla_warning_at, sla_sort_at - sla_target_seconds * interval '0.25 seconds') <= ${now}::timestamptz`;

/**
 * The conditions use `sla_breach_at`, which is the end of the target plus all finished pauses: a halted clock is read at
 * its halt, and a running one has it as `sla_sort_at`. The warning is due at three quarters of the target, a quarter
 * before the breach.
 */
export const slaConditions: Record<(typeof slaFilters)[number], NamedCondition> = {
  breached: (now) => ({
    // Alternatives are counted in this order until the bound is met, the first by an index alone.
    runsLate: inPhase('running', sql`sla_sort_at <= ${now}::timestamptz`),
    heldLate: inPhase('paused', sql`sla_sort_at <= ${now}::timestamptz`),
    stoppedLate: inPhase('stopped', isLate),
    pausedLate,
    mergedLate,
  }),
  at_risk: (now) => ({
    runsAtRisk: inPhase('running', isAtRisk(now)),
    heldAtRisk: inPhase('paused', isAtRisk(now)),
  }),
  paused: () => ({
    pausedLate,
    pausedInTime: inPhase('paused', sql`${isHalted} and (${isLate}) is not true`),
    mergedLate,
    mergedInTime: inPhase('running', sql`${isMerged} and (${isLate}) is not true`),
  }),
};
