// The catalog of the demonstration: three items with every kind of question, of stage and of dependency that people meet first.
import type { CatalogItemCreate } from '../../catalog/index.ts';
import type { Group } from './people.ts';

export const SYSTEM_OWNERS = 'System owners';

const WORKPLACE: Group = 'Workplace';
const SERVICE_DESK: Group = 'Service Desk';
const IDENTITY: Group = 'Identity and Access';

type Choices = NonNullable<NonNullable<CatalogItemCreate['form']>[number]['choices']>;

const choices = (labels: Readonly<Record<string, string>>): Choices =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const ifAnswered = (field: string, value: unknown) => ({
  all: [{ field, operator: 'eq' as const, value }],
});

const newLaptop: CatalogItemCreate = {
  name: 'New laptop',
  category: 'Hardware',
  summary: 'A laptop with everything installed, for you or for a colleague.',
  description:
    'The **standard** model suits most people. Your manager approves the order; the laptop is ready within a week.',
  icon: 'laptop',
  form: [
    {
      key: 'model',
      label: 'Which model?',
      type: 'choice',
      choices: choices({
        standard: 'Standard, 14 inches',
        light: 'Light, 13 inches',
        special: 'Another model',
      }),
      required: true,
    },
    {
      key: 'special_model',
      label: 'Which other model?',
      type: 'text',
      required: true,
      show_if: ifAnswered('model', 'special'),
    },
    {
      key: 'reason',
      label: 'What do you need it for?',
      help: 'Your manager reads this.',
      type: 'long_text',
      required: true,
      show_if: ifAnswered('model', 'special'),
    },
    { key: 'bag', label: 'With a bag?', type: 'boolean', default: true },
  ],
  approvals: [{ name: 'Manager', approvers: 'manager_of_requester' }],
  tasks: [
    { key: 'order', name: 'Order the laptop', assignment_group: WORKPLACE, due_in_hours: 24 },
    {
      key: 'install',
      name: 'Install the software',
      assignment_group: WORKPLACE,
      depends_on: ['order'],
      due_in_hours: 120,
    },
    {
      key: 'hand_over',
      name: 'Hand the laptop over',
      assignment_group: SERVICE_DESK,
      depends_on: ['install'],
      due_in_hours: 168,
    },
  ],
  assignment_group: WORKPLACE,
};

const newColleague: CatalogItemCreate = {
  name: 'New colleague',
  category: 'People',
  summary: 'Everything that somebody needs on the first day: account, access, laptop and desk.',
  description:
    'Please order **two weeks** before the first day. Your manager and the people who grant access approve it.',
  icon: 'user_plus',
  form: [
    { key: 'name', label: 'What is the name of the new colleague?', type: 'text', required: true },
    { key: 'start', label: 'When is the first day?', type: 'date', required: true },
    {
      key: 'department',
      label: 'In which department?',
      type: 'choice',
      choices: choices({
        finance: 'Finance',
        design: 'Design',
        logistics: 'Logistics',
        it: 'Information Technology',
      }),
      required: true,
    },
    { key: 'phone', label: 'Is a phone needed?', type: 'boolean', default: false },
    {
      key: 'phone_kind',
      label: 'Which phone?',
      type: 'choice',
      choices: choices({ desk: 'On the desk', mobile: 'Mobile' }),
      required: true,
      show_if: ifAnswered('phone', true),
    },
    {
      key: 'access',
      label: 'Which systems are needed?',
      type: 'choices',
      choices: choices({
        mail: 'Mail and calendar',
        files: 'Files of the department',
        finance: 'Finance system',
        warehouse: 'Warehouse management',
        shop: 'Shop administration',
      }),
      default: ['mail', 'files'],
    },
    { key: 'notes', label: 'What else should we know?', type: 'long_text' },
  ],
  approvals: [
    { name: 'Manager', approvers: 'manager_of_requester' },
    { name: 'Access', approvers: 'group', group: IDENTITY, need: 'any' },
  ],
  tasks: [
    { key: 'account', name: 'Create the account', assignment_group: IDENTITY, due_in_hours: 48 },
    {
      key: 'access',
      name: 'Give access to the systems',
      assignment_group: IDENTITY,
      depends_on: ['account'],
      due_in_hours: 120,
    },
    {
      key: 'devices',
      name: 'Prepare the laptop and the phone',
      assignment_group: WORKPLACE,
      depends_on: ['account'],
      due_in_hours: 168,
    },
    { key: 'desk', name: 'Prepare the desk', assignment_group: WORKPLACE, due_in_hours: 168 },
    {
      key: 'welcome',
      name: 'Invite to the first day',
      assignment_group: SERVICE_DESK,
      depends_on: ['access', 'devices', 'desk'],
      due_in_hours: 240,
    },
  ],
  assignment_group: SERVICE_DESK,
};

const systemAccess: CatalogItemCreate = {
  name: 'Access to a system',
  category: 'Access',
  summary: 'An account or a role in a system that you do not have yet.',
  description: 'The owner of the system approves the order.',
  icon: 'key',
  form: [
    {
      key: 'system',
      label: 'To which system?',
      type: 'choice',
      choices: choices({
        finance: 'Finance system',
        warehouse: 'Warehouse management',
        shop: 'Shop administration',
        reporting: 'Reporting database',
        other: 'Another system',
      }),
      required: true,
    },
    {
      key: 'other_system',
      label: 'What is it called?',
      type: 'text',
      required: true,
      show_if: ifAnswered('system', 'other'),
    },
    {
      key: 'role',
      label: 'What do you need to do there?',
      type: 'choice',
      choices: choices({ read: 'Read', write: 'Read and change', admin: 'Administer' }),
      required: true,
      default: 'read',
    },
    {
      key: 'until',
      label: 'Until when?',
      type: 'date',
      required: true,
      show_if: ifAnswered('role', 'admin'),
    },
    {
      key: 'owner',
      label: 'Who owns the system?',
      help: 'Elif Kaya owns warehouse management, Jack Doyle the finance system and the reports, Ada Okafor the shop.',
      type: 'person',
      required: true,
    },
    { key: 'reason', label: 'What do you need it for?', type: 'long_text', required: true },
  ],
  approvals: [
    {
      name: 'Owner of the system',
      approvers: 'field',
      field: 'owner',
      group: SYSTEM_OWNERS,
    },
  ],
  tasks: [
    { key: 'grant', name: 'Give the access', assignment_group: IDENTITY, due_in_hours: 48 },
    {
      key: 'confirm',
      name: 'Ask whether it works',
      assignment_group: SERVICE_DESK,
      depends_on: ['grant'],
      due_in_hours: 96,
    },
  ],
  assignment_group: IDENTITY,
};

/** Ids follow this order. */
export const catalogItems = { laptop: newLaptop, colleague: newColleague, access: systemAccess };
export type CatalogKey = keyof typeof catalogItems;
