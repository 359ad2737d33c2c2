import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addressOf, faultsOf, type Json } from '../support/harness.ts';
import { requestsOf } from './requests.setup.ts';

const requester = addressOf('requester');
const manager = addressOf('itsm_manager');

/** The table is typed from the agreed one, not from the code. */
const table: Record<string, string[]> = {
  submitted: ['approved', 'rejected', 'cancelled'],
  approved: ['fulfilled', 'cancelled'],
  rejected: [],
  fulfilled: [],
  cancelled: [],
};
const results: Record<string, string> = {
  approve: 'approved',
  reject: 'rejected',
  fulfil: 'fulfilled',
  cancel: 'cancelled',
};

describe('Service requests', () => {
  const requests = requestsOf();

  test('a new service request is submitted, has every field, and is read back unchanged', async () => {
    const created = await requests.call('POST', '', {
      as: 'requester',
      body: { short_description: 'A laptop', due_at: '2026-12-01T10:00:00+02:00' },
    });
    assert.equal(created.status, 201);
    const { id, created_at, updated_at, ...rest } = created.body;
    assert.match(id, /^REQ[0-9A-Z]{7}$/);
    assert.equal(created_at, updated_at);
    assert.deepEqual(rest, {
      short_description: 'A laptop',
      description: null,
      item: null,
      priority: 'P3',
      state: 'submitted',
      requested_by: requester,
      requested_for: null,
      assignment_group: null,
      assigned_to: null,
      due_at: '2026-12-01T08:00:00.000Z',
      decided_by: null,
      decided_at: null,
      decision_comment: null,
      fulfilled_at: null,
      item_id: null,
      item_version: null,
      answers: null,
      questions: [],
      stages: [],
      tasks: { total: 0, done: 0 },
      progress: [
        { key: 'sent', name: 'Sent', state: 'done' },
        { key: 'stage', name: 'Approval', state: 'current' },
        { key: 'work', name: 'Work', state: 'waiting' },
        { key: 'done', name: 'Done', state: 'waiting' },
      ],
      work_notes_count: 0,
      allowed_transitions: ['cancelled'],
      sla_targets: [],
      version: 1,
    });
    assert.equal(
      created.headers.get('location'),
      `https://desk.example.com/prod/api/v1/requests/${id}`,
    );
    assert.equal(created.headers.get('etag'), '"1"');
    const { body, headers } = await requests.get(id, { as: 'requester' });
    assert.deepEqual(body, created.body);
    assert.equal(headers.get('etag'), '"1"');
  });

  test('all faults of a service request are reported in one response', async () => {
    const bad = await requests.call('POST', '', {
      body: { short_description: ' ', priority: 'P9', due_at: 'soon', colour: 'red' },
    });
    assert.equal(bad.status, 400);
    assert.deepEqual(faultsOf(bad), [
      '/colour unknown_field',
      '/due_at invalid_format',
      '/priority not_allowed',
      '/short_description blank',
    ]);
    const readOnly = await requests.call('POST', '', {
      body: { short_description: 'x', state: 'approved', requested_by: 'ada@example.com' },
    });
    assert.deepEqual(faultsOf(readOnly), [
      '/requested_by read_only_field',
      '/state read_only_field',
    ]);
  });

  test('PATCH updates fields and clears them with null, and a time in another format is no update', async () => {
    const { id } = await requests.create({ item: 'Laptop 14"', due_at: '2026-12-01T08:00:00Z' });
    const changed = await requests.patch(
      id,
      { item: null, priority: 'P2', assignment_group: 'Workplace' },
      { as: 'agent' },
    );
    assert.equal(changed.status, 200);
    const { item, priority, assignment_group, version } = changed.body;
    assert.deepEqual([item, priority, assignment_group, version], [null, 'P2', 'Workplace', 2]);
    const same = await requests.patch(id, { due_at: '2026-12-01T09:00:00+01:00' }, { as: 'agent' });
    assert.deepEqual([same.status, same.body.version], [200, 2]);
    assert.equal((await requests.patch(id, {}, { as: 'agent' })).status, 400);
    assert.deepEqual(faultsOf(await requests.patch(id, { priority: null }, { as: 'agent' })), [
      '/priority not_nullable',
    ]);
  });

  test('PATCH accepts the current state of a service request and refuses any other as read-only', async () => {
    const read = await requests.create();
    for (const state of ['approved', 'cancelled', 'rejected', 'fulfilled']) {
      const refused = await requests.patch(read.id, { state, item: 'Kept out' });
      assert.deepEqual([refused.status, faultsOf(refused)], [400, ['/state read_only_field']]);
    }
    const { body } = await requests.get(read.id);
    const echoed = await requests.patch(read.id, { ...body, item: 'Laptop' });
    assert.deepEqual(
      [echoed.status, echoed.body.item, echoed.body.version],
      [200, 'Laptop', 2],
      'GET, change, PATCH',
    );
  });

  for (const [from, allowed] of Object.entries(table)) {
    test(`a service request moves from ${from} to ${allowed.join(', ') || 'no other state'} only`, async () => {
      for (const [action, to] of Object.entries(results)) {
        const before = await requests.inState(from);
        assert.deepEqual(before.allowed_transitions, allowed);
        const eventsBefore = (await requests.events(before.id)).length;
        const reply = await requests.act(before.id, action);
        if (allowed.includes(to)) {
          assert.deepEqual([reply.status, reply.body.state], [200, to], action);
          assert.equal(reply.body.version, before.version + 1);
          assert.equal(reply.headers.get('etag'), `"${before.version + 1}"`);
          continue;
        }
        assert.deepEqual(
          [reply.status, reply.body.code, reply.body.current_state, reply.body.requested_state],
          [409, 'invalid_transition', from, to],
          action,
        );
        assert.deepEqual(reply.body.allowed_transitions, allowed);
        const { body: after } = await requests.get(before.id);
        assert.deepEqual(after, before, 'a refused action changes nothing');
        assert.equal((await requests.events(before.id)).length, eventsBefore);
      }
    });
  }

  test('a decision records its approver, time and comment, and fulfilment its time', async () => {
    const { id } = await requests.create();
    const approved = await requests.act(id, 'approve', { body: { comment: 'Within the budget.' } });
    const { decided_by, decided_at, decision_comment, updated_at } = approved.body;
    assert.deepEqual(
      [decided_by, decided_at, decision_comment],
      [manager, updated_at, 'Within the budget.'],
    );
    const fulfilled = await requests.act(id, 'fulfil', { as: 'agent', body: {} });
    assert.equal(fulfilled.body.fulfilled_at, fulfilled.body.updated_at);
    const { id: other } = await requests.create();
    const rejected = await requests.act(other, 'reject');
    assert.deepEqual(
      [rejected.body.decided_by, rejected.body.decision_comment, rejected.body.fulfilled_at],
      [manager, null, null],
    );
    const bad = await requests.act(other, 'reject', { body: { reason: 'x' } });
    assert.deepEqual(faultsOf(bad), ['/reason unknown_field']);
    const empty = await requests.act(other, 'reject', { body: 'null' });
    assert.deepEqual(faultsOf(empty), [' not_nullable'], 'null is a body');
    assert.equal((await requests.act(other, 'cancel', { body: { comment: 'x' } })).status, 400);
  });

  test('actions on a service request respect If-Match and Idempotency-Key', async () => {
    const { id } = await requests.create();
    await requests.patch(id, { item: 'Laptop' });
    const stale = await requests.act(id, 'approve', { headers: { 'if-match': '"1"' } });
    assert.deepEqual(
      [stale.status, stale.body.code, stale.body.changed_fields],
      [412, 'version_mismatch', ['item']],
    );
    const headers = { 'if-match': '"2"', 'idempotency-key': `approve-${id}` };
    const first = await requests.act(id, 'approve', { headers });
    const again = await requests.act(id, 'approve', { headers });
    assert.deepEqual([first.status, again.status], [200, 200]);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
  });

  test('exactly one of fifty concurrent decisions takes effect, and the others get 409', async () => {
    const { id } = await requests.create();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        requests.act(id, n % 2 === 0 ? 'approve' : 'reject', {
          email: `approver-${n % 5}@example.com`,
        }),
      ),
    );
    const done = replies.filter(({ status }) => status === 200);
    assert.equal(done.length, 1);
    const refused = replies.filter(({ status }) => status === 409);
    assert.equal(refused.length, 49);
    for (const { body } of refused) assert.equal(body.code, 'invalid_transition');
    const { body } = await requests.get(id);
    assert.deepEqual([body.version, body.decided_by], [2, done[0]?.body.decided_by]);
    const approvals = (await requests.events(id)).filter(({ type }) => type === 'request.approved');
    assert.equal(approvals.length, body.state === 'approved' ? 1 : 0);
  });

  test('the list of service requests has filters, search, sorts and totals', async () => {
    const email = 'lists@example.com';
    const from = new Date(Date.now() - 1).toISOString();
    const first = await requests.create({ description: 'zeppelin' }, { email });
    const second = await requests.create({ item: 'Airship' }, { email });
    await requests.act(first.id, 'approve');
    const ids = async (query: string) => {
      const { body } = await requests.call('GET', `?requested_by=${email}&${query}`);
      assert.equal(body.total, body.data.length);
      return body.data.map(({ id }: Json) => id);
    };
    assert.deepEqual(await ids(''), [second.id, first.id]);
    assert.deepEqual(await ids('order=asc'), [first.id, second.id]);
    assert.deepEqual(await ids('sort=updated_at'), [first.id, second.id]);
    assert.deepEqual(await ids('state=approved'), [first.id]);
    assert.deepEqual(await ids('state=approved,submitted'), [second.id, first.id]);
    assert.deepEqual(await ids('q=zeppelin'), [first.id]);
    assert.deepEqual(await ids('q=airship'), [second.id]);
    assert.deepEqual(await ids(`q=${first.id}`), [first.id]);
    assert.deepEqual(await ids(`created_after=${from}`), [second.id, first.id]);
    assert.deepEqual(await ids(`created_before=${from}`), []);
    assert.deepEqual(await ids(`updated_after=${second.updated_at}`), [first.id]);
    const page = await requests.call('GET', `?requested_by=${email}&limit=1`);
    const next = await requests.call(
      'GET',
      `?requested_by=${email}&limit=1&cursor=${page.body.next_cursor}`,
    );
    assert.deepEqual(
      [page.body.data[0].id, next.body.data[0].id, next.body.next_cursor],
      [second.id, first.id, undefined],
    );
    assert.deepEqual(Object.keys(page.body.data[0]).toSorted(), [
      'assigned_to',
      'assignment_group',
      'created_at',
      'due_at',
      'id',
      'item',
      'priority',
      'requested_by',
      'requested_for',
      'short_description',
      'state',
      'updated_at',
    ]);
    assert.equal((await requests.call('GET', '?state=closed')).status, 400);
    assert.equal((await requests.call('GET', '?owner=x')).status, 400);
  });

  test('decidable service requests are submitted, neither by nor for the caller, who may decide', async () => {
    const tag = { description: 'Zanzibar' };
    const waiting = await requests.create(tag);
    const forBo = await requests.create({ ...tag, requested_for: 'BO@example.com' });
    const ofBo = await requests.create(tag, { as: 'agent', email: 'Bo@example.com' });
    const decided = await requests.create(tag);
    await requests.act(decided.id, 'reject');
    const idsFor = async (as: string, email: string) => {
      const path = '?q=zanzibar&decidable=true&order=asc';
      const { status, text, body } = await requests.call('GET', path, { as, email } as object);
      assert.equal(status, 200, text);
      assert.equal(body.total, body.data.length);
      return body.data.map(({ id }: Json) => id);
    };
    const all = [waiting.id, forBo.id, ofBo.id];
    assert.deepEqual(await idsFor('itsm_manager', 'cleo@example.com'), all);
    assert.deepEqual(await idsFor('itsm_manager', 'bo@example.com'), [waiting.id]);
    assert.deepEqual(await idsFor('requester', 'bo@example.com'), []);
    assert.deepEqual(await idsFor('auditor', 'cleo@example.com'), []);
  });

  test('an unknown service request is 404', async () => {
    assert.equal((await requests.get('REQ9999999')).status, 404);
    assert.equal((await requests.get('INC0000001')).status, 404);
    assert.equal((await requests.act('REQ9999999', 'approve')).status, 404);
  });
});
