// Conditions for working a queue: missing fields, and the state of the SLA clock at the time of the request.
import { type RawBuilder, sql } from 'kysely';
import type { NamedCondition } from '../../platform/lists/filters.ts';
import { type State, states } from '../incidents.states.ts';
import { type Phase, phases } from '../sla/sla.clock.ts';
import { clearedFields, type slaFilters } from './triage.names.ts';

/** A paused clock may be breached. */
export const disjointSlaFilters = [
  ['breached', 'at_risk'],
  ['at_risk', 'paused'],
];

export const withoutConditions: Record<string, NamedCondition> = Object.fromEntries(
  clearedFields.map((name) => [name, () => [sql<boolean>`${sql.ref(name)} is null`]]),
);

const inPhase = (...wanted: Phase[]): RawBuilder<boolean> => {
  const isIn = (state: State) => wanted.includes(phases[state]);
  return sql<boolean>`state in (${sql.join(states.filter(isIn).map((state) => sql.lit(state)))})`;
};

/** Literal, as in the indexes of server/migrations/0030_triage.sql, so that PostgreSQL uses those. */
export const stoppedClock = inPhase('stopped');
export const activeClock = inPhase('running', 'paused');

/**
 * In terms of `sla_breach_at`, which is the end of the target plus all finished pauses: a halted clock is read at
 * its halt. The warning is at three quarters of the target, so a quarter of it before the breach.
 */
export const slaConditions: Record<(typeof slaFilters)[number], NamedCondition> = {
  breached: (now) => [
    sql<boolean>`(sla_halted_at >= sla_breach_at)`,
    sql<boolean>`(sla_halted_at is null and sla_breach_at <= ${now}::timestamptz and ${activeClock})`,
  ],
  at_risk: (now) => [
    sql<boolean>`(sla_halted_at is null and ${activeClock} and sla_breach_at > ${now}::timestamptz
      and sla_breach_at - sla_target_seconds * interval '0.25 seconds' <= ${now}::timestamptz)`,
  ],
  paused: () => [inPhase('paused')],
};
