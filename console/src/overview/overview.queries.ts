// What the overview counts: each number has a query of the list, so that the list behind it shows the same incidents.
import { countsQuery, type IncidentQuery, openStates } from '../api/index.ts';

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const;

const open: IncidentQuery = { state: openStates.join(',') };
const byBreach = { sort: 'sla_breach_at', order: 'asc' };

/** Filters of the list, by the name of the number. */
export const listOf = {
  open,
  p1: { ...open, priority: 'P1' },
  breached: { ...open, sla: 'breached' },
  atRisk: { ...open, sla: 'at_risk' },
  paused: { ...open, sla: 'paused' },
  unassigned: { ...open, without: 'assigned_to' },
} as const satisfies Record<string, IncidentQuery>;

export const openQuery = countsQuery(open, ['priority', 'state']);

/** The search of the queue that shows what a number counts. */
export const searchOf = (query: IncidentQuery): IncidentQuery => ({ ...query, ...byBreach });

export const countsOf = (query: IncidentQuery) => countsQuery(query, ['priority']);

export const countsByState = (priority: string) => countsQuery({ ...open, priority }, ['state']);

interface Counted {
  value: string;
  count: number;
}

export const countIn = (counts: readonly Counted[] | undefined, value: string): number =>
  counts?.find((one) => one.value === value)?.count ?? 0;
