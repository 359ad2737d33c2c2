// The item that is ordered has a question of each type, one of which is hidden until another is answered.
const question = (key: string, type: string, label: string, part: object = {}) => ({
  key,
  type,
  label,
  help: null,
  choices: [],
  required: false,
  default: null,
  show_if: null,
  ...part,
});

const choices = (...labels: string[]) =>
  labels.map((label) => ({ value: label.toLowerCase(), label }));

export const laptop = {
  name: 'New laptop',
  category: 'Devices',
  summary: 'A laptop for your daily work.',
  description: 'It comes with **a charger** and a bag. You get it within a week.',
  icon: 'laptop',
  form: [
    question('model', 'choice', 'Which model?', {
      required: true,
      choices: choices('Light', 'Strong'),
    }),
    question('remote', 'boolean', 'Shall we send it home?', { required: true }),
    question('address', 'long_text', 'Where shall we send it?', {
      help: 'Street, number and town.',
      required: true,
      show_if: { all: [{ field: 'remote', operator: 'eq', value: true }] },
    }),
    question('screens', 'integer', 'How many screens?', { default: 1 }),
    question('weight', 'decimal', 'How heavy may it be (kg)?'),
    question('extras', 'choices', 'What else do you need?', {
      choices: choices('Mouse', 'Headset', 'Dock'),
    }),
    question('name', 'text', 'What shall we call it?'),
    question('wanted', 'date', 'By when?'),
    question('pickup', 'datetime', 'When can you meet us?'),
    question('neighbour', 'person', 'Who takes it if you are away?'),
    question('old', 'ci', 'Which laptop does it replace?'),
    question('page', 'url', 'Which page describes it?'),
  ],
  tasks: [
    { key: 'order', name: 'Order it', assignment_group: null, assigned_to: null, depends_on: [] },
    {
      key: 'set_up',
      name: 'Set it up',
      assignment_group: null,
      assigned_to: null,
      depends_on: ['order'],
    },
  ].map((task) => ({ due_in_hours: null, ...task })),
};

export const phone = {
  name: 'Phone',
  category: 'Devices',
  summary: 'A phone with a contract.',
  icon: 'phone',
};

/** Only the service knows who may be chosen: a member of the group. */
export const access = {
  name: 'Access to a system',
  category: 'Access',
  icon: 'key',
  form: [question('owner', 'person', 'Who owns the system?', { required: true })],
  approvals: [{ name: 'Owner', approvers: 'field', field: 'owner', group: 'Owners', need: 'any' }],
};
