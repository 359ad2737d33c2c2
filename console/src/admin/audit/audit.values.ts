// Fields and values of audit entries are named as on the pages of their records.
import { customTextAt, fieldLabel, metricLabels, valueText } from '../../words/index.ts';
import { rolesText } from '../form/roles.tsx';

/** Only the audit trail shows these fields. */
const labels: Readonly<Record<string, string>> = {
  ai_suggestion: 'Suggested resolution',
  closed_at: 'Closed',
  decided_at: 'Decided',
  decided_by: 'Decided by',
  email: 'E-mail',
  decision_comment: 'Comment on the decision',
  fulfilled_at: 'Fulfilled',
  redirect_uris: 'Redirect URIs',
  resolved_at: 'Resolved',
  sla_breached_at: 'SLA breached',
  sla_metric: 'SLA clock',
  sla_warned_at: 'SLA warning',
  work_note: 'Note',
};

export const changedField = (field: string, recordType?: string): string =>
  labels[field] ?? fieldLabel(field, recordType);

/** The values of these fields are codes of the API. */
const valueTexts: Readonly<Record<string, (value: never) => string>> = {
  roles: rolesText,
  approvals: (value) => valueText('approvals', value),
  state: (value) => valueText('state', value),
  sla_metric: (value) => metricLabels[value] ?? value,
  sla_policy: ({ name }: { name: string }) => name,
  on_hold_reason: (value) => valueText('on_hold_reason', value),
};

/** Returns the value in words; undefined if it is shown as it is. E-mail addresses are shown in full here. */
export function changedValue(
  field: string,
  value: unknown,
  recordType: string,
): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (Array.isArray(value) && value.length === 0) return undefined;
  if (field.endsWith('_at')) return valueText(field, value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return valueTexts[field]?.(value as never) ?? customTextAt(field, value, recordType);
}
