// Fields of records and their values are worded the same on every page.
import { stateLabel } from '../ui/marks/states.ts';
import { dateTime } from '../ui/marks/time.ts';
import { customField, customKey, customText } from './custom.ts';
import { personName } from './people.ts';

export const holdReasons: Record<string, string> = {
  awaiting_caller: 'Awaiting the caller',
  awaiting_change: 'Awaiting a change',
  awaiting_problem: 'Awaiting a problem',
  awaiting_vendor: 'Awaiting a vendor',
};

/** Somebody still has to work on incidents in these states. */
export const openStates = ['new', 'in_progress', 'on_hold', 'reopened'] as const;

/** The last public note of an incident is by its requester, or by somebody who works on it. */
export const replierLabels = { requester: 'The requester', us: 'Us' };

export const priorityLabels = {
  P1: 'P1, critical',
  P2: 'P2, high',
  P3: 'P3, medium',
  P4: 'P4, low',
};

const labels: Record<string, string> = {
  short_description: 'Title',
  description: 'Description',
  priority: 'Priority',
  state: 'State',
  category: 'Category',
  subcategory: 'Subcategory',
  impact: 'Impact',
  urgency: 'Urgency',
  assignment_group: 'Group',
  assigned_to: 'Assignee',
  merged_into: 'Leader',
  requester: 'Requester',
  ci_id: 'CI',
  ip_address: 'IP address',
  fqdn: 'FQDN',
  ci_ids: 'CIs',
  incident_ids: 'Incidents',
  planned_start_at: 'Start',
  planned_end_at: 'End',
  due_at: 'Due',
  change_id: 'Change',
  parent_problem_id: 'Problem',
  external_id: 'External id',
  on_hold_reason: 'Hold reason',
  on_hold_until: 'On hold until',
  resolution: 'Resolution',
  reopen_count: 'Reopened',
  ai_suggested_resolution: 'Suggested resolution',
  occurrences: 'Occurrences',
  sla_breach_at: 'SLA due',
  sla_policy: 'SLA policy',
  last_reply_by: 'Last reply',
  last_reply_at: 'Last reply',
  deleted: 'Deleted',
};

/** The labels of these fields are their names with spaces. */
const plainNames = new Set([
  'requested_for',
  'requested_by',
  'implementation_plan',
  'backout_plan',
  'test_plan',
  'support_group',
  'serial_number',
  'discovery_source',
  'field_mapping',
  'dedup_key',
]);
export const isNamedField = (field: string): boolean => field in labels || plainNames.has(field);

/** Fields of the instance have a label for each record type. */
export const fieldLabel = (field: string, recordType?: string): string =>
  labels[field] ??
  customField(field, recordType)?.label ??
  capital((customKey(field) ?? field).replaceAll('_', ' '));

/** Abbreviations such as "CI" and "IP address" keep their capitals. */
export const uncapitalize = (label: string): string =>
  /^.[A-Z]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** Returns the label of a field as it reads within a sentence. */
export const labelInSentence = (field: string, recordType?: string): string =>
  uncapitalize(fieldLabel(field, recordType));

/** These texts are too long to be shown as values. */
const longFields = new Set([
  'description',
  'resolution',
  'ai_suggested_resolution',
  'implementation_plan',
  'backout_plan',
  'test_plan',
  'body',
]);
export const isLongField = (field: string, recordType?: string): boolean =>
  longFields.has(field) || customField(field, recordType)?.type === 'long_text';

const isEmpty = (text: unknown): boolean => text === null || text === undefined || text === '';

/** Names the edit of a long text, whose values are too long to be shown. */
export function editText(from: unknown, to: unknown): 'written' | 'removed' | 'edited' {
  if (isEmpty(to)) return 'removed';
  return isEmpty(from) ? 'written' : 'edited';
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const people = new Set([
  'actor',
  'assigned_to',
  'author',
  'decided_by',
  'opened_by',
  'owned_by',
  'owner',
  'requested_by',
  'requested_for',
  'requester',
]);
/** Says whether the value of the field is the address of a person. */
export const isPersonField = (field: string): boolean => people.has(field);

const stateFields = new Set(['state', 'status']);
const levels = new Set(['impact', 'urgency', 'risk', 'type']);

const isTime = (field: string): boolean => /(^|_)(at|until)$/.test(field);

interface Approval {
  approver: string;
  decision: string;
}

/** Returns a text such as "Ada Ellis approved, Ben Odum rejected". */
const approvalsText = (approvals: readonly Approval[]): string =>
  approvals.map(({ approver, decision }) => `${personName(approver)} ${decision}`).join(', ');

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? value.join(', ')
    : JSON.stringify(value);
};

export function valueText(field: string, value: unknown, recordType?: string): string {
  if (isEmpty(value)) return 'none';
  if (Array.isArray(value) && value.length === 0) return 'none';
  const custom = customField(field, recordType);
  if (custom) return customText(custom, value);
  if (field === 'approvals') return approvalsText(value as Approval[]);
  const text = textOf(value);
  if (stateFields.has(field)) return stateLabel(text);
  if (field === 'last_reply_by') return replierLabels[text as keyof typeof replierLabels] ?? text;
  if (field === 'on_hold_reason') return holdReasons[text] ?? text;
  if (isPersonField(field)) return personName(text);
  if (levels.has(field)) return capital(text);
  if (isTime(field)) return dateTime(text);
  return text;
}

/** Formats a value for use outside the console: people by their address, times in UTC, and nothing for none. */
export function plainText(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.length === 0) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isPersonField(field) || value === '') return textOf(value);
  return isTime(field) ? new Date(textOf(value)).toISOString() : valueText(field, value);
}

/** Says by the new value of a field why a row left its list: "assigned to Luca Brandt", "resolved", "now P2". */
const leaderText = (leader: unknown): string =>
  typeof leader === 'string' ? `merged into ${leader}` : 'unmerged';

export function becameText(field: string, value: unknown): string {
  if (field === 'assigned_to')
    return value === null ? 'unassigned' : `assigned to ${valueText(field, value)}`;
  if (field === 'merged_into') return leaderText(value);
  if (value === null || value === undefined) return `no ${labelInSentence(field)}`;
  const text = valueText(field, value);
  if (field === 'last_reply_by') return `answered by ${uncapitalize(text)}`;
  return field === 'state' ? text.toLowerCase() : `now ${text}`;
}
