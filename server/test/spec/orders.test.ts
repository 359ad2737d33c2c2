// Orders of catalog items: answers, stages of approval, tasks and fulfilment.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Json, type Reply } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { addressOf, ordersOf } from './orders.setup.ts';

const faultsOf = ({ body }: Reply): string[] =>
  body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`).toSorted();

const form = [
  {
    key: 'kind',
    label: 'Which one?',
    type: 'choice',
    required: true,
    choices: [
      { value: 'standard', label: 'Standard' },
      { value: 'special', label: 'Special' },
    ],
  },
  {
    key: 'reason',
    label: 'Why a special one?',
    type: 'text',
    required: true,
    show_if: { all: [{ field: 'kind', operator: 'eq', value: 'special' }] },
  },
  { key: 'bag', label: 'A bag as well?', type: 'boolean', default: false },
];

const manager = { name: 'Manager', approvers: 'manager_of_requester', need: 'any' };
const finance = { name: 'Finance', approvers: 'group', group: 'Finance', need: 'all' };

describe('Orders from the catalog', () => {
  const orders = ordersOf();
  before(() => orders.register());

  test('an order stores the valid answers to visible questions, and shows them as they were asked', async () => {
    const item_id = await orders.publish({ form });
    const answers = { kind: 'standard', reason: 'It is hidden' };
    const made = await orders.createOrder('ada', { item_id, answers });
    assert.deepEqual(made.answers, { kind: 'standard', bag: false });
    assert.deepEqual(made.questions, [
      { key: 'kind', label: 'Which one?', type: 'choice', choices: form[0]?.choices },
      { key: 'bag', label: 'A bag as well?', type: 'boolean', choices: [] },
    ]);
    assert.equal(made.short_description, 'New laptop');
    assert.equal(made.item, 'New laptop');
    assert.equal(made.item_id, item_id);
    const read = await orders.get('ada', made.id);
    assert.deepEqual(read.body, made);
  });

  test('an old order shows as it was answered after the item changed', async () => {
    const item_id = await orders.publish({ form });
    const made = await orders.createOrder('ada', { item_id, answers: { kind: 'standard' } });
    const path = `/catalog/items/${item_id}`;
    const { running } = orders.requests;
    const edit = { form: [{ key: 'size', label: 'How large?', type: 'text' }], name: 'Other' };
    assert.equal((await running.call('PATCH', path, { body: edit })).status, 200);
    assert.equal((await running.call('POST', `${path}/publish`)).status, 200);
    assert.deepEqual((await orders.get('ada', made.id)).body, made);
    const next = await orders.createOrder('ada', { item_id, answers: { size: 'Small' } });
    assert.ok(next.item_version > made.item_version);
  });

  test('all faults of the answers are reported at their questions, and nothing is created', async () => {
    const item_id = await orders.publish({ form });
    const bad = await orders.order('ada', {
      item_id,
      answers: { kind: 'special', bag: 'yes', colour: 'red' },
    });
    assert.equal(bad.status, 400);
    assert.deepEqual(faultsOf(bad), [
      '/answers/bag invalid_type',
      '/answers/colour unknown_field',
      '/answers/reason required',
    ]);
  });

  test('answers without an item, and an item that cannot be ordered, are refused', async () => {
    const without = await orders.order('ada', { short_description: 'a', answers: {} });
    assert.deepEqual(faultsOf(without), ['/answers not_allowed']);
    const nothing = await orders.order('ada', {});
    assert.deepEqual(faultsOf(nothing), ['/short_description required']);
    const unknown = await orders.order('ada', { item_id: 'CAT9999999' });
    assert.deepEqual(faultsOf(unknown), ['/item_id not_allowed']);
    const audience = { all: [{ field: 'requester.department', operator: 'eq', value: 'Sales' }] };
    const item_id = await orders.publish({ audience });
    assert.deepEqual(faultsOf(await orders.order('ada', { item_id })), ['/item_id not_allowed']);
    await orders.setPerson('ben', { department: 'Sales' });
    assert.equal((await orders.order('ben', { item_id })).status, 201);
    const forBen = { item_id, requested_for: addressOf('ben') };
    assert.equal((await orders.order('ada', forBen)).status, 201);
  });

  test('an item without stages is approved at once', async () => {
    const item_id = await orders.publish({});
    const made = await orders.createOrder('ada', { item_id });
    assert.equal(made.state, 'approved');
    const types = (await orders.requests.events(made.id)).map(({ type }) => type);
    assert.deepEqual(types, ['request.submitted', 'request.approved']);
    assert.deepEqual(
      made.progress.map(({ key, state }: Json) => `${key} ${state}`),
      ['sent done', 'work current', 'done waiting'],
    );
  });

  test('stages follow each other, the people whom they name read and decide, and the last approval approves', async () => {
    const item_id = await orders.publish({ approvals: [manager, finance] });
    const { id, stages } = await orders.createOrder('ada', { item_id });
    assert.deepEqual(
      stages.map(({ state, approvers }: Json) => [state, approvers]),
      [
        ['open', [addressOf('ben')]],
        ['waiting', []],
      ],
    );
    assert.equal((await orders.get('cleo', id)).status, 404);
    assert.deepEqual((await orders.get('ben', id)).body.allowed_transitions, [
      'approved',
      'rejected',
    ]);
    const early = await orders.decide('cleo', id);
    assert.deepEqual([early.status, early.body.code], [403, 'insufficient_role']);
    const first = await orders.decide('ben', id, 'approve', { comment: 'Fine.' });
    assert.equal(first.status, 200, first.text);
    assert.equal(first.body.state, 'submitted');
    assert.deepEqual(first.body.stages[0].decisions, [
      {
        by: addressOf('ben'),
        as: 'approver',
        for: [],
        decision: 'approved',
        comment: 'Fine.',
        at: first.body.updated_at,
      },
    ]);
    const again = await orders.decide('ben', id);
    assert.deepEqual([again.status, again.body.code], [403, 'insufficient_role']);
    assert.deepEqual(await orders.decidable('cleo'), [id]);
    const ownList = await orders.requests.call('GET', '?own=true', orders.as('cleo'));
    assert.deepEqual(ownList.body.data, [], 'what somebody decides is not their own');
    assert.equal((await orders.decide('cleo', id)).body.state, 'submitted');
    assert.deepEqual(await orders.decidable('cleo'), []);
    const last = await orders.decide('dora', id);
    assert.equal(last.body.state, 'approved');
    assert.equal(last.body.decided_by, addressOf('dora'));
    const types = (await orders.requests.events(id)).map(({ type }) => type);
    assert.deepEqual(types, ['request.submitted', 'request.approved']);
  });

  test('one rejection rejects the request', async () => {
    const item_id = await orders.publish({ approvals: [finance, manager] });
    const { id } = await orders.createOrder('ada', { item_id });
    const rejected = await orders.decide('dora', id, 'reject', { comment: 'No budget.' });
    assert.equal(rejected.body.state, 'rejected');
    assert.equal(rejected.body.decision_comment, 'No budget.');
    assert.equal((await orders.decide('cleo', id)).status, 409);
  });

  test('nobody decides their own order or one that is for them, as approver or as manager', async () => {
    const people = {
      name: 'All',
      approvers: 'people',
      people: ['ben', 'mona', 'cleo'].map((name) => addressOf(name as 'ben')),
      need: 'any',
    };
    const item_id = await orders.publish({ approvals: [people] });
    const made = await orders.createOrder('ben', { item_id, requested_for: addressOf('mona') });
    assert.deepEqual(made.stages[0].approvers, [addressOf('cleo')]);
    for (const name of ['ben', 'mona'] as const)
      assert.equal((await orders.decide(name, made.id)).body.code, 'self_approval');
    assert.equal((await orders.decide('cleo', made.id)).body.state, 'approved');
  });

  test('a manager decides instead, and the decision says so', async () => {
    const item_id = await orders.publish({ approvals: [finance] });
    const { id } = await orders.createOrder('ada', { item_id });
    assert.ok((await orders.decidable('mona')).includes(id));
    const { body } = await orders.decide('mona', id);
    assert.equal(body.state, 'approved');
    assert.equal(body.stages[0].decisions[0].as, 'manager');
  });

  test('a delegate decides for somebody who is away, and only then', async () => {
    const item_id = await orders.publish({ approvals: [finance] });
    const { id } = await orders.createOrder('ada', { item_id });
    assert.equal((await orders.get('emil', id)).status, 404);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await orders.setPerson('cleo', { away_until: tomorrow, delegate: addressOf('emil') });
    assert.deepEqual(await orders.decidable('emil'), [id]);
    const seen = await orders.get('emil', id);
    assert.deepEqual(seen.body.allowed_transitions, ['approved', 'rejected']);
    const { body } = await orders.decide('emil', id);
    assert.deepEqual(body.stages[0].waiting_for, [addressOf('dora')]);
    assert.equal(body.stages[0].decisions[0].as, 'delegate');
    assert.deepEqual(body.stages[0].decisions[0].for, [addressOf('cleo')]);
    assert.equal((await orders.decide('cleo', id)).body.code, 'insufficient_role');
    await orders.setPerson('cleo', { away_until: null });
    assert.equal((await orders.get('emil', id)).status, 404);
    assert.equal((await orders.decide('dora', id)).body.state, 'approved');
  });

  test('a number of approvals takes so many people, but never more than are left', async () => {
    const two = { ...finance, need: 2 };
    const nine = { ...finance, need: 9 };
    for (const stage of [two, nine]) {
      const item_id = await orders.publish({ approvals: [stage] });
      const { id } = await orders.createOrder('ada', { item_id });
      assert.equal((await orders.decide('cleo', id)).body.state, 'submitted');
      assert.equal((await orders.decide('dora', id)).body.state, 'approved');
    }
  });

  test('when an approver leaves, the others are enough, and managers decide if nobody is left', async () => {
    const item_id = await orders.publish({ approvals: [finance] });
    const first = await orders.createOrder('ada', { item_id });
    const second = await orders.createOrder('ada', { item_id });
    assert.equal((await orders.decide('cleo', first.id)).body.state, 'submitted');
    await orders.setPerson('dora', { active: false });
    const { running } = orders.requests;
    await until('the stage ends without the leaver', async () => {
      const { body } = await orders.get('ada', first.id);
      return body.state === 'approved';
    });
    await orders.setPerson('cleo', { active: false });
    await until('nobody is left', async () => {
      const { body } = await orders.get('ada', second.id);
      return body.stages[0].nobody_left === true;
    });
    const notices = await running.call('GET', '/notifications', orders.as('mona'));
    const asked = notices.body.data.filter(
      ({ type, service_request_id: id }: Json) => type === 'approval.requested' && id === second.id,
    );
    assert.equal(asked.length, 1);
    await orders.setPerson('cleo', { active: true });
    await orders.setPerson('dora', { active: true });
    assert.equal((await orders.decide('mona', second.id)).body.state, 'approved');
  });

  test('an approver chosen in the form must be a member of the group of the stage', async () => {
    const question = { key: 'approver', label: 'Who approves?', type: 'person', required: true };
    const stage = { name: 'Owner', approvers: 'field', field: 'approver', group: 'Finance' };
    const item_id = await orders.publish({ form: [question], approvals: [stage] });
    const answers = (name: 'emil' | 'cleo') => ({ approver: addressOf(name) });
    const bad = await orders.order('ada', { item_id, answers: answers('emil') });
    assert.deepEqual(faultsOf(bad), ['/answers/approver not_allowed']);
    const { stages } = await orders.createOrder('ada', { item_id, answers: answers('cleo') });
    assert.deepEqual(stages[0].approvers, [addressOf('cleo')]);
  });

  test('an approved order has the tasks of its item, and is fulfilled when all are done or skipped', async () => {
    const tasks = [
      { key: 'account', name: 'Create the account' },
      { key: 'laptop', name: 'Install the laptop', depends_on: ['account'] },
    ];
    const item_id = await orders.publish({ approvals: [manager], tasks });
    const { id } = await orders.createOrder('ada', { item_id });
    const { running } = orders.requests;
    const read = async (): Promise<Json[]> =>
      (await running.call('GET', `/requests/${id}/tasks`, orders.as('gus'))).body.data;
    assert.deepEqual(await read(), []);
    const approved = await orders.decide('ben', id);
    assert.deepEqual(approved.body.tasks, { total: 2, done: 0 });
    const [account, laptop] = await read();
    assert.deepEqual(laptop?.['depends_on'], [account?.['id']]);
    const early = await orders.requests.act(id, 'fulfil', orders.as('gus'));
    assert.deepEqual([early.status, early.body.code], [409, 'open_tasks']);
    const patch = (task: Json, state: string) =>
      running.call('PATCH', `/tasks/${task.id}`, { ...orders.as('gus'), body: { state } });
    assert.equal((await patch(laptop ?? {}, 'done')).body.code, 'task_blocked');
    assert.equal((await patch(account ?? {}, 'done')).status, 200);
    assert.equal((await patch(laptop ?? {}, 'skipped')).status, 200);
    const etag = approved.headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag };
    const fresh = await orders.requests.get(id, { ...orders.as('ada'), headers });
    assert.deepEqual([fresh.status, fresh.body?.tasks], [200, { total: 2, done: 2 }]);
    const changed = await orders.requests.patch(id, {
      description: 'x',
      tasks: approved.body.tasks,
    });
    assert.equal(changed.status, 200, 'a count that was read earlier is no fault');
    const done = await orders.requests.act(id, 'fulfil', orders.as('gus'));
    assert.equal(done.body.state, 'fulfilled');
    assert.deepEqual(done.body.tasks, { total: 2, done: 2 });
  });

  test('cancelling an order skips its open tasks', async () => {
    const item_id = await orders.publish({ tasks: [{ key: 'a', name: 'A task' }] });
    const { id } = await orders.createOrder('ada', { item_id });
    assert.equal((await orders.requests.act(id, 'cancel', orders.as('gus'))).status, 200);
    const { running } = orders.requests;
    const { body } = await running.call('GET', `/requests/${id}/tasks`, orders.as('gus'));
    assert.deepEqual(
      body.data.map(({ state }: Json) => state),
      ['skipped'],
    );
  });

  test('answers and the person it is for never change, and rules of a request without an item stay', async () => {
    const item_id = await orders.publish({ approvals: [manager] });
    const { id } = await orders.createOrder('ada', { item_id });
    const changed = await orders.requests.patch(id, { requested_for: addressOf('emil') });
    assert.deepEqual(faultsOf(changed), ['/requested_for not_allowed']);
    const answered = await orders.requests.patch(id, { answers: { a: 1 } });
    assert.deepEqual(faultsOf(answered), ['/answers read_only_field']);
    const unchanged = await orders.requests.patch(id, { requested_for: null, answers: {} });
    assert.equal(unchanged.status, 200, unchanged.text);
  });

  test('lists show the progress on request, and requesters see no explanation of the approvers', async () => {
    const item_id = await orders.publish({ approvals: [manager] });
    const { id } = await orders.createOrder('ada', { item_id });
    const list = await orders.requests.call(
      'GET',
      '?fields=progress,item_id&limit=1',
      orders.as('ada'),
    );
    assert.deepEqual(list.body.data, [
      {
        id,
        item_id,
        progress: [
          { key: 'sent', name: 'Sent', state: 'done' },
          { key: 'stage', name: 'Manager', state: 'current' },
          { key: 'work', name: 'Work', state: 'waiting' },
          { key: 'done', name: 'Done', state: 'waiting' },
        ],
      },
    ]);
    const entries = async (name: 'ada' | 'gus') =>
      (await orders.requests.call('GET', `/${id}/timeline`, orders.as(name))).body.data;
    const [created] = await entries('gus');
    assert.deepEqual(created.changes.approval.to.opened.found, [addressOf('ben')]);
    assert.equal(JSON.stringify(await entries('ada')).includes('manager_of_requester'), false);
  });
});
