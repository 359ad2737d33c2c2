// A list sorted by the SLA clock has the breached incidents first, then those whose clock runs, then the others.
import type { SectionTable } from '../../lists/index.ts';
import { type ListQuery, valuesOf } from '../../search/index.ts';

export type IncidentSection = 'breached' | 'running' | 'halted';

interface TimedRow {
  sla: { state: string; breached: boolean };
}

const table: SectionTable<TimedRow> = {
  ids: ['breached', 'running', 'halted'] satisfies IncidentSection[],
  idOf: ({ sla }): IncidentSection => {
    if (sla.state !== 'running') return 'halted';
    return sla.breached ? 'breached' : 'running';
  },
};

/** The other order begins with the incident that has the most time left, so it keeps no section together. */
export const sectionsOf = ({ sort, order }: ListQuery): typeof table | undefined =>
  sort === 'sla_breach_at' && order === 'asc' ? table : undefined;

/** The clock runs in these states, pauses on hold, and has stopped in all others. */
const runningStates = ['new', 'in_progress', 'reopened'];

const hasState = ({ state }: ListQuery, one: string): boolean =>
  state === undefined || valuesOf(state).includes(one);

/** Returns the query of the breached incidents whose clock runs; undefined if the filters leave none. */
export function breachedQuery(filters: ListQuery): ListQuery | undefined {
  const { sla } = filters;
  const states = runningStates.filter((state) => hasState(filters, state));
  const mayMatch = sla === undefined || valuesOf(sla).includes('breached');
  return mayMatch && states.length > 0
    ? { ...filters, state: states.join(), sla: 'breached' }
    : undefined;
}

/** Paused and stopped clocks have no order among each other, so that they share a section. */
export const labelsOf = (filters: ListQuery): Record<IncidentSection, string> => ({
  breached: 'Breached',
  running: 'Running',
  halted: ['resolved', 'closed', 'cancelled'].some((state) => hasState(filters, state))
    ? 'Paused or ended'
    : 'Paused',
});

interface Counted {
  value: string;
  count: number;
}

/** Counts the sections: the states of all matches tell which clocks run. */
export function countSections(
  states: readonly Counted[],
  breached: number,
): Record<IncidentSection, number> {
  const sum = (isRunning: boolean): number =>
    states
      .filter(({ value }) => runningStates.includes(value) === isRunning)
      .reduce((total, { count }) => total + count, 0);
  // The two counts are read one after the other.
  return { breached, running: Math.max(0, sum(true) - breached), halted: sum(false) };
}
