// The properties of a change, in the order of the page, and how each is edited.
import type { Change } from '../api/index.ts';
import type { PropertyField } from '../records/index.ts';
import { riskLabels, typeLabels } from './changes.words.ts';
import { priorityLabels } from '../words/index.ts';

/** The approvals apply to what was reviewed, so from the begin of the work it is fixed. */
const begun = new Set(['implementing', 'review', 'closed']);
export const isFixed = ({ state }: Pick<Change, 'state'>): string | undefined =>
  begun.has(state) ? 'The work has begun; what was approved is fixed.' : undefined;

export const changeFields: readonly PropertyField<Change>[] = [
  { field: 'assigned_to', editor: { kind: 'assignee' } },
  { field: 'assignment_group', editor: { kind: 'group' } },
  {
    field: 'risk',
    editor: { kind: 'choice', values: riskLabels, isRequired: true },
    unavailable: isFixed,
  },
  {
    field: 'type',
    editor: { kind: 'choice', values: typeLabels, isRequired: true },
    unavailable: isFixed,
  },
  { field: 'impact', editor: { kind: 'choice', values: riskLabels } },
  { field: 'priority', editor: { kind: 'choice', values: priorityLabels, isRequired: true } },
  { field: 'ci_ids', editor: { kind: 'ids', of: 'ci' }, unavailable: isFixed },
  { field: 'incident_ids', editor: { kind: 'ids', of: 'incident' } },
];

/** Of a new change also its window, and the template of a standard one. */
export const createFields: readonly PropertyField<Change>[] = [
  ...changeFields,
  { field: 'planned_start_at', editor: { kind: 'time' } },
  { field: 'planned_end_at', editor: { kind: 'time' } },
  {
    field: 'template',
    editor: {
      kind: 'suggested',
      from: 'change_templates',
      emptyText: 'There are no templates. An administrator adds them in Settings.',
    },
  },
];
