// The work on an approved service request is divided into tasks, some of which begin after others.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faultsOf } from '../support/harness.ts';
import { tasksOf } from './tasks.setup.ts';

describe('Tasks of service requests', () => {
  const { approved, add, call, events, get, move, patch, requests } = tasksOf();

  test('an agent adds one to an approved service request, and everybody but requesters reads it', async () => {
    const id = await approved();
    const reply = await call('POST', `/requests/${id}/tasks`, {
      name: 'Order the laptop',
      due_at: '2027-01-02T10:00:00+01:00',
    });
    assert.equal(reply.status, 201, reply.text);
    const task = reply.body;
    assert.match(task.id, /^TSK/);
    assert.match(reply.headers.get('location') ?? '', new RegExp(`/prod/api/v1/tasks/${task.id}$`));
    assert.equal(reply.headers.get('etag'), '"1"');
    assert.deepEqual(
      [task.request, task.state, task.due_at, task.is_ready, task.waits_for, task.depends_on],
      [
        { id, short_description: 'A laptop', state: 'approved' },
        'open',
        '2027-01-02T09:00:00.000Z',
        true,
        [],
        [],
      ],
    );
    assert.deepEqual(task.allowed_transitions, ['in_progress', 'done', 'skipped']);
    assert.deepEqual((await call('GET', `/tasks/${task.id}`)).body, task);
    const read = await call('GET', `/tasks/${task.id}`, undefined, { as: 'auditor' });
    assert.deepEqual([read.status, read.body.allowed_transitions], [200, []]);
    for (const path of [`/tasks/${task.id}`, '/tasks', `/requests/${id}/tasks`])
      assert.equal((await call('GET', path, undefined, { as: 'requester' })).status, 403);
    assert.equal((await call('GET', '/requests/REQ9999999/tasks')).status, 404);
    assert.equal((await call('POST', '/requests/REQ9999999/tasks', { name: 'x' })).status, 404);
    assert.equal((await call('GET', '/tasks/TSK9999999')).status, 404);
    assert.equal((await move('TSK9999999', 'done')).status, 404);
  });

  test('one moves along its table, with versions, entries and events', async () => {
    const { id } = await add(await approved());
    for (const state of ['in_progress', 'open', 'skipped', 'open', 'done'])
      assert.equal((await move(id, state)).status, 200, state);
    const refused = await move(id, 'in_progress');
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.allowed_transitions],
      [409, 'invalid_transition', ['open']],
    );
    const stale = await patch(id, { name: 'x' }, { headers: { 'If-Match': '"5"' } });
    assert.deepEqual([stale.status, stale.body.changed_fields], [412, ['state']]);
    const renamed = await patch(id, { name: 'Buy', due_at: null, assigned_to: null });
    assert.deepEqual([renamed.status, renamed.body.version], [200, 7]);
    assert.equal((await patch(id, renamed.body)).body.version, 7);
    const { body } = await call('GET', `/tasks/${id}/timeline`);
    assert.deepEqual(
      body.data.map(({ kind, changes }: { kind: string; changes: object }) => [
        kind,
        Object.keys(changes).toSorted().join(),
      ]),
      [
        ['task.updated', 'name'],
        ...Array.from({ length: 5 }, () => ['task.updated', 'state']),
        ['task.created', 'depends_on,name,state'],
      ],
    );
    const emitted = await events(id);
    assert.deepEqual(
      emitted.map(({ event, sequence }) => [event, sequence]),
      ['created', 'updated', 'updated', 'updated', 'updated', 'updated', 'updated'].map(
        (verb, at) => [`task.${verb}`, at + 1],
      ),
    );
    assert.deepEqual(emitted.at(-1)?.data.changes, { name: { from: 'Order', to: 'Buy' } });
  });

  test('one that waits for others can be skipped, but neither begun nor done', async () => {
    const request = await approved();
    const first = await add(request);
    const second = await add(request, { name: 'Check' });
    const last = await add(request, { name: 'Install', depends_on: [first.id, second.id] });
    const waits = [
      { id: first.id, name: 'Order', state: 'open' },
      { id: second.id, name: 'Check', state: 'open' },
    ];
    assert.deepEqual(
      [last.is_ready, last.waits_for, last.allowed_transitions],
      [false, waits, ['skipped']],
    );
    for (const state of ['in_progress', 'done']) {
      const { status, body } = await move(last.id, state);
      assert.deepEqual([status, body.code, body.waits_for], [409, 'task_blocked', waits]);
    }
    await move(first.id, 'done');
    await move(second.id, 'in_progress');
    const half = await get(last.id);
    assert.deepEqual(half.waits_for, [{ ...waits[1], state: 'in_progress' }]);
    await move(second.id, 'skipped');
    const ready = await get(last.id);
    assert.deepEqual(
      [ready.is_ready, ready.waits_for, ready.version, ready.allowed_transitions],
      [true, [], 1, ['in_progress', 'done', 'skipped']],
    );
    assert.equal((await move(last.id, 'in_progress')).status, 200);
    const reopened = await move(first.id, 'open');
    assert.deepEqual(
      [reopened.status, reopened.body.code, reopened.body.dependents],
      [409, 'task_blocked', [{ id: last.id, name: 'Install', state: 'in_progress' }]],
    );
    assert.deepEqual((await get(first.id)).allowed_transitions, []);
    await move(last.id, 'open');
    assert.equal((await move(first.id, 'open')).status, 200);
    assert.equal((await get(last.id)).is_ready, false);
    assert.equal((await move(last.id, 'skipped')).status, 200);
  });

  test('a dependency is another task of the same service request, without a cycle', async () => {
    const request = await approved();
    const a = await add(request);
    const b = await add(request, { depends_on: [a.id] });
    const foreign = await add(await approved());
    const faults = async (id: string, depends_on: string[]) => {
      const reply = await patch(id, { depends_on });
      assert.equal(reply.status, 400, reply.text);
      return faultsOf(reply);
    };
    assert.deepEqual(await faults(a.id, [b.id]), ['/depends_on/0 not_allowed']);
    assert.deepEqual(await faults(a.id, [a.id]), ['/depends_on/0 not_allowed']);
    assert.deepEqual(await faults(b.id, [a.id, foreign.id, 'TSK9999999']), [
      '/depends_on/1 not_allowed',
      '/depends_on/2 not_allowed',
    ]);
    assert.deepEqual(await faults(b.id, [a.id, a.id]), ['/depends_on not_allowed']);
    const created = await call('POST', `/requests/${request}/tasks`, {
      name: 'x',
      depends_on: [foreign.id],
    });
    assert.deepEqual([created.status, faultsOf(created)], [400, ['/depends_on/0 not_allowed']]);
    const freed = await patch(b.id, { depends_on: [] });
    assert.deepEqual([freed.body.is_ready, freed.body.waits_for], [true, []]);
    assert.equal((await patch(a.id, { depends_on: [b.id] })).status, 200);
    // One that has begun cannot be made to wait.
    await move(b.id, 'done');
    await move(a.id, 'in_progress');
    const c = await add(request);
    const late = await patch(a.id, { depends_on: [b.id, c.id] });
    assert.deepEqual([late.status, late.body.code], [409, 'task_blocked']);
  });

  test('tasks change only while their service request is approved', async () => {
    for (const state of ['submitted', 'rejected', 'fulfilled', 'cancelled']) {
      const { id } = await requests.inState(state);
      const reply = await call('POST', `/requests/${id}/tasks`, { name: 'Late' });
      assert.deepEqual(
        [reply.status, reply.body.code, reply.body.current_state],
        [409, 'request_not_open', state],
      );
    }
    const request = await approved();
    const { id } = await add(request);
    await move(id, 'done');
    assert.equal((await requests.act(request, 'fulfil')).status, 200);
    const { status, body } = await patch(id, { state: 'open' });
    assert.deepEqual([status, body.code], [409, 'request_not_open']);
    assert.deepEqual((await get(id)).allowed_transitions, []);
    assert.equal((await patch(id, { name: 'x' }, { as: 'auditor' })).status, 403);
    assert.equal((await patch(id, { name: 'x' }, { as: 'requester' })).status, 403);
  });

  test('a service request has a hundred at most', async () => {
    const request = await approved();
    await requests.running.sql(
      `insert into request_tasks (request_id, name, depends_on, state, event_sequence, created_at, updated_at)
       select $1, 'x', '{}', 'open', 1, now(), now() from generate_series(1, 99)`,
      [request],
    );
    await add(request);
    const reply = await call('POST', `/requests/${request}/tasks`, { name: 'One more' });
    assert.deepEqual([reply.status, reply.body.code], [409, 'too_many_tasks']);
    const { body } = await call('GET', `/requests/${request}/tasks?limit=200`);
    assert.equal(body.total, 100);
  });

  test('lists have filters, and those of a service request are in the order of their creation', async () => {
    const request = await approved();
    const assigned = { assigned_to: 'Lister@example.com', assignment_group: 'Listers' };
    const a = await add(request, { name: 'A', ...assigned });
    const b = await add(request, { name: 'B', ...assigned, depends_on: [a.id] });
    const c = await add(request, { name: 'C' });
    const namesOf = async (path: string) => {
      const { status, body, text } = await call('GET', path);
      assert.equal(status, 200, text);
      return body.data.map(({ name }: { name: string }) => name).join('');
    };
    assert.equal(await namesOf(`/requests/${request}/tasks`), 'ABC');
    assert.equal(await namesOf(`/requests/${request}/tasks?order=desc&limit=2`), 'CB');
    const own = '/tasks?assigned_to=lister@example.com';
    assert.equal(await namesOf(own), 'BA');
    assert.equal(await namesOf(`${own}&ready=true`), 'A');
    assert.equal(await namesOf(`${own}&ready=false`), 'B');
    assert.equal(await namesOf('/tasks?assignment_group=Listers&order=asc'), 'AB');
    assert.equal(await namesOf(`/tasks?request_id=${request}`), 'CBA');
    await move(c.id, 'done');
    assert.equal(await namesOf(`/tasks?request_id=${request}&state=done`), 'C');
    assert.equal(await namesOf(`/tasks?request_id=${request}&state=open,in_progress`), 'BA');
    const sparse = await call('GET', `${own}&fields=is_ready,allowed_transitions`);
    assert.deepEqual(sparse.body.data, [
      { id: b.id, is_ready: false, allowed_transitions: ['skipped'] },
      { id: a.id, is_ready: true, allowed_transitions: ['in_progress', 'done', 'skipped'] },
    ]);
    const first = await call('GET', `/requests/${request}/tasks?limit=2`);
    const next = `/requests/${request}/tasks?limit=2&cursor=${first.body.next_cursor}`;
    assert.equal(await namesOf(next), 'C');
    const [row] = (await call('GET', `/tasks?request_id=${request}&state=done`)).body.data;
    const { version: _, ...single } = await get(c.id);
    assert.deepEqual(row, single);
  });
});
