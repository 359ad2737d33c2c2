// The page of an incident shows its properties in this order.
import type { Incident } from '../../api/index.ts';
import { type PropertyField } from '../../records/index.ts';
import { holdReasons, priorityLabels } from '../../words/index.ts';

const levels = { high: 'High', medium: 'Medium', low: 'Low' };
const NAME = 100;

export const incidentFields: readonly PropertyField<Incident>[] = [
  { field: 'requester', editor: { kind: 'person' }, emptyText: 'Nobody' },
  { field: 'assigned_to', editor: { kind: 'assignee' } },
  { field: 'assignment_group', editor: { kind: 'group' } },
  { field: 'priority', editor: { kind: 'choice', values: priorityLabels, isRequired: true } },
  { field: 'impact', editor: { kind: 'choice', values: levels } },
  { field: 'urgency', editor: { kind: 'choice', values: levels } },
  { field: 'category', editor: { kind: 'suggested', from: 'categories', maxLength: NAME } },
  {
    field: 'subcategory',
    editor: {
      kind: 'suggested',
      from: 'subcategories',
      within: { field: 'category' },
      maxLength: NAME,
    },
  },
  {
    field: 'on_hold_reason',
    editor: { kind: 'choice', values: holdReasons, isRequired: true },
    isShown: ({ state }) => state === 'on_hold',
  },
  {
    field: 'on_hold_until',
    editor: { kind: 'time' },
    isShown: ({ state }) => state === 'on_hold',
    emptyText: 'No end',
  },
  { field: 'ci_id', editor: { kind: 'ci' } },
  { field: 'change_id', editor: { kind: 'change' } },
  { field: 'parent_problem_id', editor: { kind: 'text', maxLength: NAME } },
  { field: 'external_id', editor: { kind: 'text', maxLength: NAME } },
];
