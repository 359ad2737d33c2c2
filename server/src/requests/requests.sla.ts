// A service request says what its clocks depend on. It has none without a policy.
import { nextDueOf, nextTarget, type SlaRecord } from '../sla/index.ts';
import type { ServiceRequestRow } from './requests.sql.ts';
import type { State } from './requests.states.ts';

const states: Record<State, 'open' | 'done' | 'cancelled'> = {
  submitted: 'open',
  approved: 'open',
  fulfilled: 'done',
  rejected: 'cancelled',
  cancelled: 'cancelled',
};

export const requestSla: SlaRecord<ServiceRequestRow> = {
  type: 'request',
  columns: ['sla_policy', 'sla_clocks', 'sla_version', 'sla_next_due_at', 'next_target_at'],
  firstStep: { state: 'submitted' },
  momentOf: ({ state }, at) => ({ at, state: states[state], reason: null, isMerged: false }),
  isEnded: ({ state }) => states[state] !== 'open',
  ciOf: () => null,
  requesterOf: ({ requested_for, requested_by }) => requested_for ?? requested_by,
  withColumns: (row, clocks) => {
    const next = nextTarget(clocks);
    return {
      ...row,
      sla_clocks: Object.keys(clocks).length > 0 ? clocks : null,
      sla_next_due_at: row.deleted_at === null ? nextDueOf(clocks) : null,
      next_target_at: (next && clocks[next]?.breach_at) ?? null,
    };
  },
};
