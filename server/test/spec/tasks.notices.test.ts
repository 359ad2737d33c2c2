// People who work on a task learn when they can begin, exactly once, and never of what they did themselves.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { tasksOf } from './tasks.setup.ts';

const ada = 'ada@example.com';
const ben = 'ben@example.com';
const agent = 'agent@example.com';

describe('Notifications about tasks', () => {
  const { approved, add, call, move, notified, patch, requests } = tasksOf();
  before(async () => {
    const body = { name: 'Workplace', members: [ada, ben, agent] };
    const reply = await requests.running.call('POST', '/groups', { as: 'super_admin', body });
    assert.equal(reply.status, 201, reply.text);
  });

  test('a task that is ready notifies its assignee, and while there is none, the others in its group', async () => {
    const request = await approved();
    const group = await add(request, { assignment_group: 'Workplace' });
    assert.deepEqual(await notified(group.id), [ada, ben]);
    const person = await add(request, { assignment_group: 'Workplace', assigned_to: ada });
    assert.deepEqual(await notified(person.id), [ada]);
    const own = await add(request, { assigned_to: agent });
    assert.deepEqual(await notified(own.id), []);
    const nobody = await add(request, { assignment_group: 'Unknown' });
    assert.deepEqual(await notified(nobody.id), []);
    const [row] = await requests.running.sql(
      `select data from notifications where subject = $1 and recipient = $2`,
      [person.id, ada],
    );
    const { url, html_url, ...data } = row.data;
    assert.deepEqual(data, {
      task_id: person.id,
      task_name: 'Order',
      service_request_id: request,
      short_description: 'A laptop',
      due_at: null,
      version: 1,
    });
    assert.match(url, new RegExp(`/prod/api/v1/tasks/${person.id}$`));
    assert.match(html_url, new RegExp(`/console/requests/${request}$`));
    const read = await call('GET', '/notifications', undefined, { email: ada });
    const { task_id, task_name } = read.body.data[0];
    assert.deepEqual([task_id, task_name], [person.id, 'Order']);
  });

  test('one that waits notifies nobody until the last task before it is done or skipped', async () => {
    const request = await approved();
    const first = await add(request);
    const second = await add(request);
    const depends_on = [first.id, second.id];
    const last = await add(request, { assigned_to: ada, depends_on });
    const after = await add(request, { assigned_to: ada, depends_on: [last.id] });
    await move(first.id, 'done');
    assert.deepEqual(await notified(last.id), []);
    await move(second.id, 'skipped');
    assert.deepEqual(await notified(last.id), [ada]);
    assert.deepEqual(await notified(after.id), []);
    // Work that has to be done again makes it wait again.
    await move(first.id, 'open');
    await move(first.id, 'in_progress');
    assert.deepEqual(await notified(last.id), [ada]);
    await move(first.id, 'done');
    assert.deepEqual(await notified(last.id), [ada, ada]);
  });

  test('assigning a ready task notifies the person or the group that has it now', async () => {
    const request = await approved();
    const { id } = await add(request);
    await patch(id, { assigned_to: ada });
    await patch(id, { name: 'Buy', due_at: '2027-01-02T10:00:00Z', state: 'in_progress' });
    assert.deepEqual(await notified(id), [ada]);
    await patch(id, { assigned_to: ben, assignment_group: 'Workplace' });
    assert.deepEqual(await notified(id), [ada, ben]);
    await patch(id, { assigned_to: null });
    assert.deepEqual(await notified(id), [ada, ada, ben, ben]);
    await patch(id, { assigned_to: ada, state: 'done' });
    assert.deepEqual(await notified(id), [ada, ada, ben, ben]);
    await move(id, 'open');
    assert.deepEqual(await notified(id), [ada, ada, ada, ben, ben]);
    const waiting = await add(request, { depends_on: [id] });
    await patch(waiting.id, { assigned_to: ada });
    assert.deepEqual(await notified(waiting.id), []);
    await patch(waiting.id, { depends_on: [] });
    assert.deepEqual(await notified(waiting.id), [ada]);
  });

  test('two who finish the last two tasks before one at the same time notify once', async () => {
    const rounds = Array.from({ length: 12 }, async () => {
      const request = await approved();
      const depends_on = [(await add(request)).id, (await add(request)).id];
      const { id } = await add(request, { assigned_to: ada, depends_on });
      const moved = await Promise.all(depends_on.map((one) => move(one, 'done')));
      assert.deepEqual(
        moved.map(({ status }) => status),
        [200, 200],
      );
      return id;
    });
    for (const id of await Promise.all(rounds)) assert.deepEqual(await notified(id), [ada]);
  });

  test('fulfilling and cancelling wait for tasks that change, and they for those, without a deadlock', async () => {
    const rounds = Array.from({ length: 8 }, async (_, at) => {
      const request = await approved();
      const tasks = [await add(request), await add(request), await add(request)];
      const replies = await Promise.all([
        ...tasks.map(({ id }) => move(id, 'done')),
        requests.act(request, at % 2 === 0 ? 'cancel' : 'fulfil'),
        ...tasks.map(({ id }) => patch(id, { name: 'Buy' })),
      ]);
      return replies.map(({ status }) => status);
    });
    const statuses = new Set((await Promise.all(rounds)).flat());
    assert.deepEqual(
      [...statuses].filter((one) => one !== 200 && one !== 409),
      [],
    );
  });
});
