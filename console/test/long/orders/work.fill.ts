// An item of the catalog with a form, two stages of approval and four tasks, and orders of it.
import type { Instance } from '../../../../server/test/support/harness.ts';
import { send } from '../reference-fill.ts';

const addressOf = (name: string): string => `${name}@example.com`;

const form = [
  {
    key: 'kind',
    label: 'Which laptop do you need?',
    type: 'choice',
    required: true,
    choices: [{ value: 'large', label: 'Workstation, 16 inches' }],
  },
  { key: 'user', label: 'Who uses it?', type: 'person' },
  { key: 'from', label: 'From which day?', type: 'date' },
  { key: 'page', label: 'Where is it described?', type: 'url' },
  { key: 'bag', label: 'A bag as well?', type: 'boolean', default: false },
];

const answers = {
  kind: 'large',
  user: addressOf('cleo'),
  from: '2026-12-01',
  page: 'https://example.com/wiki/laptops',
};

const approvals = [
  { name: 'Manager', approvers: 'manager_of_requester', need: 'any' },
  { name: 'Budget', approvers: 'group', group: 'Finance', need: 'any' },
];

const TEAM = 'Workplace';
const tasks = [
  { key: 'order', name: 'Order the laptop', assignment_group: TEAM, due_in_hours: 48 },
  {
    key: 'account',
    name: 'Create the account',
    assignment_group: TEAM,
    assigned_to: addressOf('ada'),
    due_in_hours: 24,
  },
  {
    key: 'install',
    name: 'Install the software',
    assigned_to: addressOf('ada'),
    depends_on: ['order', 'account'],
  },
  { key: 'hand', name: 'Hand it over', assignment_group: 'Network', depends_on: ['install'] },
];

export interface Orders {
  /** The first order waits for the stage of the budget, the second is approved. */
  waiting: string;
  approved: string;
}

/** Ada works in the team, and Dan approves budgets; both are agents. */
export async function fillOrders(instance: Instance): Promise<Orders> {
  const person = async (name: string, role: string, more: object = {}) =>
    await send(
      instance,
      'POST',
      '/users',
      { email: addressOf(name), name, roles: [role], ...more },
      'super_admin',
    );
  await person('ben', 'requester');
  await person('cleo', 'requester');
  await person('anna', 'requester', { manager: addressOf('ben') });
  const group = (name: string, members: string[]) =>
    send(instance, 'POST', '/groups', { name, members }, 'super_admin');
  await group(TEAM, [addressOf('ada')]);
  await group('Finance', [addressOf('dan')]);
  await group('Network', [addressOf('dan')]);
  const item = { name: 'Laptop for a colleague', category: 'Devices', form, approvals, tasks };
  const { id: item_id } = await send(instance, 'POST', '/catalog/items', item);
  await send(instance, 'POST', `/catalog/items/${item_id}/publish`);
  const order = async (): Promise<string> => {
    const by = { as: 'requester', email: addressOf('anna'), body: { item_id, answers } } as const;
    const { id } = (await instance.call('POST', '/requests', by)).body;
    const body = { comment: 'Needed for the new project.' };
    const decision = { as: 'requester', email: addressOf('ben'), body } as const;
    await instance.call('POST', `/requests/${id}/approve`, decision);
    return id;
  };
  const waiting = await order();
  const approved = await order();
  await send(instance, 'POST', `/requests/${approved}/approve`, {}, 'itsm_manager');
  return { waiting, approved };
}
