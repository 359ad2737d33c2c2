// Tasks are work of people and groups: they follow a renamed group, are handed over, and are checked as other records.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Json } from '../support/harness.ts';
import { Logins } from '../support/logins.ts';
import { until } from '../support/processes.ts';
import { tasksOf } from './tasks.setup.ts';

const admin = { as: 'super_admin' } as const;

describe('Tasks as work', () => {
  const { approved, add, call, get, move, notified, patch, requests } = tasksOf({ worker: true });
  let logins: Logins;
  before(() => {
    logins = new Logins(requests.running);
  });

  test('open ones take the new name of their group, ended ones keep the old one, and both are found by either', async () => {
    const group = await call(
      'POST',
      '/groups',
      { name: 'Desk', members: ['ada@example.com'] },
      admin,
    );
    const request = await approved();
    const open = await add(request, { assignment_group: 'Desk' });
    const ended = await add(request, { assignment_group: 'Desk' });
    await move(ended.id, 'done');
    const path = `/groups/${group.body.id}`;
    const work = await call('GET', `${path}/open-work`, undefined, admin);
    assert.deepEqual(
      work.body.records.map(({ type, data }: Json) => [type, data[0].id, data[0].title]),
      [['task', open.id, 'Order']],
    );
    await call('PATCH', path, { name: 'Service Desk' }, admin);
    const renamed = await until('the task is renamed', async () => {
      const task = await get(open.id);
      return task.assignment_group === 'Service Desk' && task;
    });
    assert.equal(renamed.version, 2);
    assert.equal((await get(ended.id)).assignment_group, 'Desk');
    for (const name of ['Desk', 'Service%20Desk'])
      assert.equal((await call('GET', `/tasks?assignment_group=${name}`)).body.total, 2);
    assert.deepEqual(await notified(open.id), ['ada@example.com']);
    const again = await add(request, { assignment_group: 'Desk' });
    assert.equal(again.assignment_group, 'Service Desk');
  });

  test('tasks of a leaver are handed over only to somebody who may work on them', async () => {
    const leaver = await logins.person(['agent']);
    const heir = await logins.person(['agent']);
    const requester = await logins.person(['requester']);
    const { id } = await add(await approved(), { assigned_to: leaver.email });
    const path = `/users/${leaver.id}`;
    const refused = await call('POST', `${path}/hand-over`, { to: requester.email }, admin);
    assert.deepEqual([refused.status, refused.body.errors[0].code], [400, 'not_assignable']);
    const { body: job } = await call('POST', `${path}/hand-over`, { to: heir.email }, admin);
    await until('the job ends', async () => {
      const { body } = await call('GET', `/jobs/${job.job_id}`, undefined, admin);
      return body.finished_at !== null && body;
    });
    const task = await get(id);
    assert.deepEqual([task.assigned_to, task.version], [heir.email, 2]);
  });

  test('an assignee who may not work on them gets a warning', async () => {
    const requester = await logins.person(['requester']);
    const request = await approved();
    const { id, warnings } = await add(request, {
      assigned_to: requester.email,
      assignment_group: 'Nobody knows',
    });
    assert.deepEqual(
      warnings.map(({ pointer, code }: Json) => [pointer, code]),
      [
        ['/assigned_to', 'not_assignable'],
        ['/assignment_group', 'unknown_group'],
      ],
    );
    const changed = await patch(id, { assigned_to: 'nobody@example.com' });
    assert.equal(changed.body.warnings[0].code, 'unknown_person');
    assert.equal((await get(id)).warnings, undefined);
  });
});
