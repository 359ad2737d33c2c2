// The next target of a row is that of its running clocks which is breached first.
import type { IncidentRow, NextTarget } from '../../api/index.ts';

type TimedRow = Pick<IncidentRow, 'sla' | 'next_target' | 'sla_targets'>;

/** A row that was saved or read alone has all targets instead of the next one. */
export function nextTargetOf({ sla, next_target, sla_targets }: TimedRow): NextTarget | null {
  if (!sla_targets) return next_target ?? null;
  const [next] = sla_targets
    .filter(({ state, met_at }) => state === 'running' || (state === 'breached' && met_at === null))
    .toSorted((one, other) => (one.breach_at < other.breach_at ? -1 : 1));
  return next ? { ...next, as_of: sla.as_of } : null;
}

/** Returns the target as the cell of a clock takes it. */
export const clockOf = (next: NextTarget) => ({
  ...next,
  state: 'running',
  breached: next.state === 'breached',
});
