// Somebody's open work is shown, its groups are notified when they leave, and it is handed over with one request.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Instance,
  type Json,
  type RequestOptions,
  startInstance,
} from '../support/harness.ts';
import { Logins, type Person } from '../support/logins.ts';
import { until } from '../support/processes.ts';

const admin = { as: 'super_admin' } as const;

describe('The open work of a person', () => {
  let instance: Instance;
  let logins: Logins;
  before(async () => {
    instance = await startInstance({ worker: true });
    logins = new Logins(instance);
  });
  after(() => instance.stop());

  const send = async (
    status: number,
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Json> => {
    const reply = await instance.call(method, path, options);
    assert.equal(reply.status, status, reply.text);
    return reply.body;
  };
  const create = (path: string, body: Json): Promise<Json> =>
    send(201, 'POST', path, { ...admin, body });
  const read = (path: string): Promise<Json> => send(200, 'GET', path);
  const openWork = ({ id }: Person): Promise<Json> => read(`/users/${id}/open-work`);
  const handOver = (person: Person, body: Json, options: RequestOptions = {}) =>
    instance.call('POST', `/users/${person.id}/hand-over`, { ...options, body });
  const finish = async (person: Person, body: Json): Promise<Json> => {
    const { status, text, body: job } = await handOver(person, body);
    assert.equal(status, 202, text);
    return until('the job ends', async () => {
      const now = await read(`/jobs/${job.job_id}`);
      return now.finished_at !== null && now;
    });
  };
  const assignedTo = (path: string): Promise<string | null> =>
    read(path).then((record) => record.assigned_to);

  /** Gives the person an incident, a change and a request that are open, and an incident that has ended. */
  const giveWork = async ({ email: assigned_to }: Person, assignment_group: string) => {
    const assigned = { assigned_to, assignment_group };
    const open = await create('/incidents', { short_description: 'Open', ...assigned });
    const ended = await create('/incidents', { short_description: 'Ended', ...assigned });
    await send(200, 'POST', `/incidents/${ended.id}/resolve`, { body: { resolution: 'Done' } });
    const change = await create('/changes', {
      short_description: 'Move',
      type: 'normal',
      ...assigned,
    });
    const request = await create('/requests', { short_description: 'Mouse', ...assigned });
    return {
      ended: `/incidents/${ended.id}`,
      paths: [`/incidents/${open.id}`, `/changes/${change.id}`, `/requests/${request.id}`],
      ids: [open.id, change.id, request.id] as string[],
    };
  };

  test('is shown with decisions that wait, groups without another member, and webhooks', async () => {
    const person = await logins.person(['itsm_manager']);
    const { ids } = await giveWork(person, 'Shown');
    const group = await create('/groups', { name: 'Alone', members: [person.email.toUpperCase()] });
    await create('/groups', { name: 'Shared', members: [person.email, 'ben@example.com'] });
    const { access_token: token } = await logins.logIn(
      { authorizationParams: {}, tokenParams: { client_id: 'console' } },
      person,
    );
    const hook = await send(201, 'POST', '/webhooks/outbound', {
      token,
      body: { name: 'CRM', url: 'https://example.com/hook', events: ['incident.created'] },
    });
    const work = await openWork(person);
    assert.deepEqual(
      work.records.map(({ type, total, data }: Json) => [type, total, data[0].id]),
      [
        ['incident', 1, ids[0]],
        ['request', 1, ids[2]],
        ['change', 1, ids[1]],
      ],
    );
    assert.equal(work.records[0].data[0].assignment_group, 'Shown');
    assert.deepEqual(work.only_member_of, [{ id: group.id, name: 'Alone' }]);
    assert.deepEqual(work.webhooks, [
      { direction: 'outbound', id: hook.id, name: 'CRM', status: 'active', ends_at: null },
    ]);
    const waiting = work.approvals.find(({ type }: Json) => type === 'request');
    assert.ok(waiting.total >= 1);
    assert.ok(waiting.data.some(({ id }: Json) => id === ids[2]));
    await send(200, 'PATCH', `/users/${person.id}`, { ...admin, body: { active: false } });
    const left = await openWork(person);
    assert.deepEqual(
      [left.user.active, left.webhooks[0].status, left.records.length],
      [false, 'suspended', 3],
    );
  });

  test('is handed over to a colleague by a job: each open record has a version, an entry and its event, and ended ones stay', async () => {
    const [leaver, colleague] = [await logins.person(), await logins.person()];
    const { paths, ids, ended } = await giveWork(leaver, 'Handed');
    const first = await read(paths[0] ?? '');
    const job = await finish(leaver, { to: colleague.email });
    assert.deepEqual([job.status, job.succeeded, job.type], ['completed', 3, 'open-work']);
    for (const path of paths) assert.equal(await assignedTo(path), colleague.email, path);
    assert.equal(await assignedTo(ended), leaver.email);
    const now = await read(paths[0] ?? '');
    assert.equal(now.version, first.version + 1);
    const entries = await instance.sql(
      `select kind, actor, changes, cause from entries where record_id = $1 and record_version = $2`,
      [ids[0], now.version],
    );
    assert.deepEqual(entries, [
      {
        kind: 'incident.updated',
        actor: 'itsm_manager@example.com',
        changes: { assigned_to: { from: leaver.email, to: colleague.email } },
        cause: { kind: 'handed_over' },
      },
    ]);
    const notified = await instance.sql(
      `select data->>'total' as total from notifications where recipient = $1 and type = 'work.handed_over'`,
      [colleague.email],
    );
    assert.deepEqual(notified, [{ total: '3' }]);
    const again = await handOver(leaver, { to: colleague.email });
    assert.deepEqual([again.status, again.body.code], [409, 'no_open_work']);
    assert.deepEqual((await openWork(leaver)).records, []);
  });

  test('goes back to its groups without a recipient', async () => {
    const leaver = await logins.person();
    const { paths } = await giveWork(leaver, 'Back');
    assert.equal((await finish(leaver, {})).succeeded, 3);
    for (const path of paths) {
      const { assigned_to, assignment_group } = await read(path);
      assert.deepEqual([assigned_to, assignment_group], [null, 'Back']);
    }
  });

  test('goes only to somebody else who may work on it, by a manager', async () => {
    const leaver = await logins.person();
    const requester = await logins.person(['requester']);
    await giveWork(leaver, 'Refused');
    const codeOf = async (to: string) => {
      const { status, body } = await handOver(leaver, { to });
      return [status, body.errors?.[0].pointer, body.errors?.[0].code];
    };
    assert.deepEqual(await codeOf(requester.email), [400, '/to', 'not_assignable']);
    assert.deepEqual(await codeOf('nobody@example.com'), [400, '/to', 'unknown_person']);
    assert.deepEqual(await codeOf(leaver.email), [400, '/to', 'not_allowed']);
    assert.equal((await handOver(leaver, {}, { as: 'agent' })).status, 403);
    assert.equal((await handOver({ ...leaver, id: 'USR9999999' }, {})).status, 404);
  });

  test('a record that changed hands since is left as it is', async () => {
    const [leaver, colleague, third] = await Promise.all([
      logins.person(),
      logins.person(),
      logins.person(),
    ]);
    const { paths } = await giveWork(leaver, 'Moved');
    const [path = ''] = paths;
    const moved = await send(200, 'PATCH', path, { body: { assigned_to: third.email } });
    // A row of a job that was queued before the record changed hands.
    await instance.sql(
      `insert into bulk_jobs (type, operation, dry_run, caller, actor, request_id, records, fields, total, created_at)
       select 'open-work', 'hand_over', false, id, jsonb_build_object('id', id, 'email', email, 'roles', roles),
         'test', $1::jsonb, $2::jsonb, 1, now()
       from clients where roles = '{itsm_manager}' limit 1`,
      [
        JSON.stringify([{ id: moved.id, record_type: 'incident' }]),
        JSON.stringify({ from: leaver.email, to: colleague.email }),
      ],
    );
    instance.deps.commitNotifier.notify('bulk');
    await until('all jobs end', async () => {
      const rows = await instance.sql(`select from bulk_jobs where finished_at is null`);
      return rows.length === 0;
    });
    const now = await read(path);
    assert.deepEqual([now.assigned_to, now.version], [third.email, moved.version]);
  });

  test('its groups and the managers are notified when the person leaves', async () => {
    const [leaver, member, manager] = [
      await logins.person(),
      await logins.person(),
      await logins.person(['itsm_manager']),
    ];
    await create('/groups', { name: 'Left', members: [leaver.email, member.email] });
    const { ids } = await giveWork(leaver, 'Left');
    await send(200, 'PATCH', `/users/${leaver.id}`, { ...admin, body: { active: false } });
    const dataOf = async (recipient: string): Promise<Json[]> => {
      const rows = await instance.sql(
        `select data from notifications where recipient = $1 and type = 'work.left_open'
           and data->>'person' = $2`,
        [recipient, leaver.email],
      );
      return rows.map(({ data }) => data);
    };
    const [ofMember] = await dataOf(member.email);
    const named = ({ records }: Json): string[] => records.map(({ id }: Json) => String(id));
    assert.deepEqual([ofMember?.group, ofMember?.total], ['Left', 3]);
    assert.deepEqual(new Set(named(ofMember)), new Set(ids));
    const [ofManager] = await dataOf(manager.email);
    assert.deepEqual([ofManager?.group, ofManager?.user_id], [null, leaver.id]);
    assert.deepEqual(await dataOf(leaver.email), []);
    const { access_token: token } = await logins.logIn(
      { authorizationParams: {}, tokenParams: { client_id: 'console' } },
      member,
    );
    const { data } = await send(200, 'GET', '/notifications', { token });
    const shown = data.find(({ type }: Json) => type === 'work.left_open');
    assert.deepEqual([shown.person, shown.total], [leaver.email, 3]);
  });
});
