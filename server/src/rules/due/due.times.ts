// Computes when a rule is due for a record that meets its condition.
import { dueAt } from '../../calendars/index.ts';
import type { DueTerms } from '../../platform/runtime/rule-definitions.ts';
import type { SlaDefinitions } from '../../platform/runtime/sla-definitions.ts';
import { hoursReader } from '../../sla/index.ts';

interface Times {
  created_at: string;
  updated_at: string;
}

/** Returns null if the hours of the calendar do not suffice within 30 years. */
export function dueTime(
  { after_seconds, calendar_id, since }: DueTerms,
  row: Times,
  stateSince: string,
  sla: SlaDefinitions,
): string | null {
  const from = Date.parse(since === 'state_since' ? stateSince : row[since]);
  const amount = after_seconds * 1000;
  const hours = hoursReader(sla)(calendar_id);
  const at = hours === null ? from + amount : dueAt(hours, from, amount);
  return at === null ? null : new Date(at).toISOString();
}
