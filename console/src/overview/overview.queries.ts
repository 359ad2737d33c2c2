// Each number is counted by a query of the list, so that the list behind it shows the same incidents.
import { countsQuery, type IncidentQuery, openStates } from '../api/index.ts';

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const;

const open: IncidentQuery = { state: openStates.join(',') };
const byBreach = { sort: 'sla_breach_at', order: 'asc' };

/** Filters are keyed by the name of the number that they count. */
export const listOf = {
  open,
  p1: { ...open, priority: 'P1' },
  breached: { ...open, sla: 'breached' },
  atRisk: { ...open, sla: 'at_risk' },
  paused: { ...open, sla: 'paused' },
  unassigned: { ...open, without: 'assigned_to' },
} as const satisfies Record<string, IncidentQuery>;

export const openQuery = countsQuery(open, ['priority', 'state']);

/** Returns the search of the queue that shows the incidents of a number. */
export const searchOf = (query: IncidentQuery): IncidentQuery => ({ ...query, ...byBreach });

export const countsOf = (query: IncidentQuery) => countsQuery(query, ['priority']);

export const countsByState = (priority: string) => countsQuery({ ...open, priority }, ['state']);

interface ValueCount {
  value: string;
  count: number;
}

export const countIn = (counts: readonly ValueCount[] | undefined, value: string): number =>
  counts?.find((one) => one.value === value)?.count ?? 0;
