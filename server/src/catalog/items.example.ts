// The example of the OpenAPI document: an item with questions, a stage and tasks.
import { emptyContent, completeContent } from './content.ts';

export const exampleContent = {
  name: 'New laptop',
  category: 'Hardware',
  summary: 'A laptop for you or for a colleague.',
  icon: 'laptop',
  audience: { all: [{ field: 'requester.department', operator: 'exists', value: true }] },
  form: [
    {
      key: 'model',
      label: 'Which model?',
      type: 'choice',
      choices: [
        { value: 'light', label: 'Light, 13 inches' },
        { value: 'strong', label: 'Strong, 16 inches' },
      ],
      required: true,
    },
    {
      key: 'reason',
      label: 'What do you need the strong one for?',
      type: 'long_text',
      show_if: { all: [{ field: 'model', operator: 'eq', value: 'strong' }] },
    },
  ],
  approvals: [{ name: 'Manager', approvers: 'manager_of_requester', need: 'any' }],
  tasks: [
    { key: 'order', name: 'Order the laptop', assignment_group: 'Workplace', due_in_hours: 24 },
    {
      key: 'set_up',
      name: 'Set the laptop up',
      assignment_group: 'Workplace',
      depends_on: ['order'],
    },
  ],
  assignment_group: 'Workplace',
};

export const example = {
  id: 'CAT0000001',
  ...emptyContent,
  ...completeContent(exampleContent as never),
  state: 'published',
  published_version: 2,
  pending_revision: true,
  pending: {
    name: 'New laptop or tablet',
    by: 'ada@example.com',
    at: '2026-11-15T10:12:00.000Z',
  },
  allowed_transitions: ['retired'],
  created_at: '2026-11-12T09:30:00.000Z',
  updated_at: '2026-11-15T10:12:00.000Z',
  version: 3,
};
