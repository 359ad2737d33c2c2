// Conditions for working a queue: missing fields, and the state of the SLA clock at the time of the request.
import { type RawBuilder, sql } from 'kysely';
import type { Lag, NamedCondition } from '../../platform/lists/filters.ts';
import { comparableAddress } from '../../platform/postgres/addresses.ts';
import { type State, states } from '../incidents.states.ts';
import { type Phase, phases } from '../sla/sla.clock.ts';
import { clearedFields, type slaFilters } from './triage.names.ts';

const DAY_MS = 86_400_000;

/** The classes of `resolve_class` in server/migrations/0037_incident_stats.sql. */
export const resolveLag: Lag = {
  behind: 'created_at',
  classOf: sql`resolve_class(resolved_at - created_at)`,
  bounds: [1, 4, 16, 64].map((days) => days * DAY_MS),
};

/** A paused clock may be breached. */
export const disjointSlaFilters = [
  ['breached', 'at_risk'],
  ['at_risk', 'paused'],
];

/** As in the index of the column. */
const indexed = (name: (typeof clearedFields)[number]): RawBuilder<unknown> =>
  name === 'assigned_to' ? comparableAddress(name) : sql.ref(name);

export const withoutConditions: Record<string, NamedCondition> = Object.fromEntries(
  clearedFields.map((name) => [name, () => [{ where: sql<boolean>`${indexed(name)} is null` }]]),
);

const inPhase = (...wanted: Phase[]) => {
  const values = states.filter((state) => wanted.includes(phases[state]));
  const literals = sql.join(values.map((state) => sql.lit(state)));
  return { column: 'state', values, where: sql<boolean>`state in (${literals})` };
};

/** Literal, as in the indexes of server/migrations/0030_triage.sql, so that PostgreSQL uses those. */
export const stoppedClock = inPhase('stopped');
export const activeClock = inPhase('running', 'paused');
const pausedClock = inPhase('paused');
const runningClock = inPhase('running');

const isBreachedAtHalt = sql<boolean>`sla_halted_at >= sla_breach_at`;

/** Of one state, because the index of states has its incidents in the order of their creation. */
const overdue = (state: State, now: string) => ({
  where: sql<boolean>`(state = ${sql.lit(state)} and sla_halted_at is null and sla_breach_at <= ${now}::timestamptz)`,
  only: { column: 'state', values: [state] },
});

/** By the index of active clocks, or in the order of creation by those of the states. */
const breachedAndActive = (now: string) => ({
  where: sql<boolean>`(${activeClock.where} and sla_breach_at <= coalesce(sla_halted_at, ${now}::timestamptz)
    and sla_breach_at <= ${now}::timestamptz)`,
  only: activeClock,
  walks: [
    { where: sql<boolean>`(${isBreachedAtHalt} and ${pausedClock.where})`, only: pausedClock },
    ...runningClock.values.map((state) => overdue(state, now)),
  ],
});

/**
 * In terms of `sla_breach_at`, which is the end of the target plus all finished pauses: a halted clock is read at
 * its halt. The warning is at three quarters of the target, so a quarter of it before the breach.
 */
export const slaConditions: Record<(typeof slaFilters)[number], NamedCondition> = {
  breached: (now) => [
    { where: sql<boolean>`(${isBreachedAtHalt} and ${stoppedClock.where})`, only: stoppedClock },
    breachedAndActive(now),
  ],
  at_risk: (now) => [
    {
      where: sql<boolean>`(sla_halted_at is null and ${activeClock.where} and sla_breach_at > ${now}::timestamptz
        and sla_breach_at - sla_target_seconds * interval '0.25 seconds' <= ${now}::timestamptz)`,
      only: activeClock,
    },
  ],
  paused: () => [{ where: pausedClock.where, only: pausedClock }],
};
