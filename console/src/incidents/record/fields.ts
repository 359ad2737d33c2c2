// The fields of an incident: their names in the words of the page, and how their values read.
import { stateLabel } from '../../ui/marks.tsx';
import { holdReasons } from '../actions/transitions.ts';

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
  ci_id: 'CI',
  change_id: 'Change',
  parent_problem_id: 'Problem',
  external_id: 'External id',
  on_hold_reason: 'Hold reason',
  resolution: 'Resolution',
  reopen_count: 'Reopened',
  ai_suggested_resolution: 'Suggested resolution',
  occurrences: 'Occurrences',
  deleted: 'Deleted',
};

export const fieldLabel = (field: string): string =>
  labels[field] ?? field.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

/** Texts that are too long to be shown as values. */
export const isLongField = (field: string): boolean =>
  ['description', 'resolution', 'ai_suggested_resolution'].includes(field);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "ada" of ada@example.com, as rows of the queue name people. */
export const personName = (email: string): string => email.split('@', 1)[0] ?? email;

export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (field === 'state') return stateLabel(text);
  if (field === 'on_hold_reason') return holdReasons[text] ?? text;
  if (field === 'assigned_to') return personName(text);
  if (field === 'impact' || field === 'urgency') return capital(text);
  return text;
}
