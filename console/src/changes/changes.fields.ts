// The page of a change shows its properties in this order.
import type { Change } from '../api/index.ts';
import type { PropertyField } from '../records/index.ts';
import { riskLabels, typeLabels } from './changes.words.ts';
import { priorityLabels } from '../words/index.ts';

/** Approvals apply to the reviewed values, so these are fixed once the work has begun. */
const begun = new Set(['implementing', 'review', 'closed']);
export const fixedReason = ({ state }: Pick<Change, 'state'>): string | undefined =>
  begun.has(state) ? 'The work has begun, so approved values can no longer be changed.' : undefined;

export const changeFields: readonly PropertyField<Change>[] = [
  { field: 'assigned_to', editor: { kind: 'assignee' } },
  { field: 'assignment_group', editor: { kind: 'group' } },
  {
    field: 'risk',
    editor: { kind: 'choice', values: riskLabels, isRequired: true },
    unavailable: fixedReason,
  },
  {
    field: 'type',
    editor: { kind: 'choice', values: typeLabels, isRequired: true },
    unavailable: fixedReason,
  },
  { field: 'impact', editor: { kind: 'choice', values: riskLabels } },
  { field: 'priority', editor: { kind: 'choice', values: priorityLabels, isRequired: true } },
  { field: 'ci_ids', editor: { kind: 'ids', of: 'ci' }, unavailable: fixedReason },
  { field: 'incident_ids', editor: { kind: 'ids', of: 'incident' } },
];

/** A new change also has a window, and a template if it is a standard one. */
export const createFields: readonly PropertyField<Change>[] = [
  ...changeFields,
  { field: 'planned_start_at', editor: { kind: 'time' } },
  { field: 'planned_end_at', editor: { kind: 'time' } },
  {
    field: 'template',
    editor: {
      kind: 'suggested',
      from: 'change_templates',
      emptyText: 'There are no templates. An administrator can add them in Settings.',
    },
  },
];
