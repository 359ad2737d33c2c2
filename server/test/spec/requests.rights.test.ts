import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { roles } from '../../src/identity/index.ts';
import { type Json } from '../support/harness.ts';
import { requestsOf } from './requests.setup.ts';

const readable = { super_admin: 200, itsm_manager: 200, agent: 200, requester: 404, auditor: 200 };
const editable = { super_admin: 200, itsm_manager: 200, agent: 200, requester: 404, auditor: 403 };
const decidable = { super_admin: 200, itsm_manager: 200, agent: 403, requester: 403, auditor: 403 };

/** The statuses of each role on a service request of another are typed from the agreed matrix, not from the code. */
const expected: [string, string, Json, Record<string, number>][] = [
  ['GET /', 'submitted', undefined, { ...readable, requester: 200 }],
  [
    'POST /',
    'submitted',
    { short_description: 'a' },
    { super_admin: 201, itsm_manager: 201, agent: 201, requester: 201, auditor: 403 },
  ],
  ['GET /:id', 'submitted', undefined, readable],
  ['GET /:id/notes', 'submitted', undefined, readable],
  ['GET /:id/timeline', 'submitted', undefined, readable],
  ['PATCH /:id', 'submitted', { item: 'b' }, editable],
  [
    'POST /:id/notes',
    'submitted',
    { body: 'c' },
    { super_admin: 201, itsm_manager: 201, agent: 201, requester: 404, auditor: 403 },
  ],
  ['POST /:id/approve', 'submitted', undefined, decidable],
  ['POST /:id/reject', 'submitted', undefined, decidable],
  ['POST /:id/fulfil', 'approved', undefined, { ...editable, requester: 403 }],
  ['POST /:id/cancel', 'submitted', undefined, editable],
  ['POST /:id/cancel', 'approved', undefined, editable],
];

const owner = 'owner@example.com';
const recipient = 'recipient@example.com';
const stranger = 'stranger@example.com';

describe('Rights on service requests', () => {
  const requests = requestsOf();

  for (const [route, state, body, statuses] of expected) {
    test(`${route} in ${state} responds to each role as the matrix says`, async () => {
      const [method = '', path = ''] = route.split(' ');
      for (const role of roles) {
        const { id } = await requests.inState(state, { email: owner });
        const options = { as: role, ...(body !== undefined && { body }) };
        const at = path === '/' ? '' : path.replace(':id', id);
        const reply = await requests.call(method, at, options);
        assert.equal(reply.status, statuses[role], `${route} as ${role}`);
        if (reply.status !== 403) continue;
        assert.equal(reply.body.code, 'insufficient_role');
        assert.ok(!reply.body.required_roles.includes(role));
      }
    });
  }

  test('nobody may decide their own service request, whatever their role, and its allowed_transitions say so', async () => {
    for (const as of ['super_admin', 'itsm_manager'] as const) {
      const own = await requests.create({}, { as });
      assert.deepEqual(own.allowed_transitions, ['cancelled']);
      for (const action of ['approve', 'reject']) {
        const { status, body } = await requests.act(own.id, action, { as });
        assert.deepEqual([status, body.code], [403, 'self_approval']);
      }
      assert.equal((await requests.get(own.id, { as })).body.state, 'submitted');
      const other = { as, email: 'second.approver@example.com' };
      assert.equal((await requests.act(own.id, 'approve', other)).status, 200);
      assert.equal((await requests.act(own.id, 'fulfil', { as })).status, 200);
    }
  });

  test('a service request that somebody made under any spelling of their address, or that is for them, counts as their own', async () => {
    const decide = (id: string, email: string) =>
      requests.act(id, 'approve', { as: 'itsm_manager', email });
    const spelt = await requests.create({}, { as: 'itsm_manager', email: 'Ada@Example.com' });
    const forAda = await requests.create(
      { requested_for: 'ADA@example.com' },
      { as: 'agent', email: 'colleague@example.com' },
    );
    for (const { id } of [spelt, forAda]) {
      const { status, body } = await decide(id, 'ada@example.com');
      assert.deepEqual([status, body.code], [403, 'self_approval']);
      const seen = await requests.get(id, { as: 'itsm_manager', email: 'ada@example.com' });
      assert.deepEqual(seen.body.allowed_transitions, ['cancelled']);
      assert.equal((await decide(id, 'another@example.com')).status, 200);
    }
    assert.equal(spelt.requested_by, 'Ada@Example.com', 'it is stored as given');
  });

  test('the requester may cancel a service request only while it is submitted', async () => {
    const mine = { as: 'requester', email: owner } as const;
    const { id } = await requests.create({}, mine);
    assert.equal((await requests.act(id, 'cancel', mine)).body.state, 'cancelled');
    const approved = await requests.inState('approved', mine);
    const seen = await requests.get(approved.id, mine);
    assert.deepEqual(seen.body.allowed_transitions, []);
    const refused = await requests.act(approved.id, 'cancel', mine);
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_role']);
    const rejected = await requests.inState('rejected', mine);
    const late = await requests.act(rejected.id, 'cancel', mine);
    assert.deepEqual([late.status, late.body.allowed_transitions], [409, []]);
  });

  test('the requester may edit only five fields, and only while the service request is submitted', async () => {
    const mine = { as: 'requester', email: owner } as const;
    const own = {
      short_description: 'Two laptops',
      description: 'One more.',
      item: 'Laptop 16"',
      requested_for: recipient,
      due_at: '2026-12-01T08:00:00.000Z',
    };
    const { id } = await requests.create({}, mine);
    const edited = await requests.patch(id, own, mine);
    assert.equal(edited.status, 200, edited.text);
    for (const [field, value] of Object.entries(own)) assert.equal(edited.body[field], value);
    for (const patch of [
      { priority: 'P1' },
      { assignment_group: 'Workplace' },
      { assigned_to: owner },
      { item: 'Kept out by its neighbour', priority: 'P1' },
    ]) {
      const { status, body } = await requests.patch(id, patch, mine);
      assert.deepEqual([status, body.code], [403, 'insufficient_role']);
    }
    assert.equal((await requests.patch(id, { priority: 'P3' }, mine)).status, 200, 'unchanged');
    await requests.act(id, 'approve');
    for (const patch of [{ item: 'x' }, { requested_for: null }])
      assert.equal((await requests.patch(id, patch, mine)).status, 403);
    assert.equal((await requests.get(id)).body.version, 3);
    assert.equal((await requests.patch(id, { item: 'x' }, { as: 'agent' })).status, 200);
  });

  test('the person in requested_for reads the service request, its notes, timeline and events, but may not change it', async () => {
    const { id } = await requests.create({ requested_for: recipient }, { email: owner });
    await requests.call('POST', `/${id}/notes`, { body: { body: 'team' } });
    await requests.call('POST', `/${id}/notes`, { body: { body: 'open', visibility: 'public' } });
    for (const email of [owner, recipient]) {
      const as = { as: 'requester', email } as const;
      const { status, body } = await requests.get(id, as);
      assert.deepEqual([status, body.work_notes_count], [200, 1]);
      const list = await requests.call('GET', `?q=${id}`, as);
      assert.deepEqual([list.body.total, list.body.data[0].id], [1, id]);
      const notes = await requests.call('GET', `/${id}/notes`, as);
      assert.deepEqual(
        notes.body.data.map((note: Json) => note.body),
        ['open'],
      );
      const timeline = await requests.call('GET', `/${id}/timeline`, as);
      assert.deepEqual(
        timeline.body.data.map(({ kind, note }: Json) => [kind, note?.body]),
        [
          ['request.updated', 'open'],
          ['request.created', undefined],
        ],
      );
      const events = await requests.running.call('GET', `/events?record=${id}`, as);
      assert.deepEqual(
        events.body.data.map(({ event }: Json) => event),
        ['request.submitted', 'request.created', 'request.updated'],
      );
    }
    const as = { as: 'requester', email: recipient } as const;
    assert.deepEqual((await requests.get(id, as)).body.allowed_transitions, []);
    assert.equal((await requests.patch(id, { item: 'x' }, as)).status, 403);
    assert.equal((await requests.act(id, 'cancel', as)).status, 403);
    const note = await requests.call('POST', `/${id}/notes`, { ...as, body: { body: 'Thanks' } });
    assert.deepEqual([note.status, note.body.visibility], [201, 'public']);
  });

  test('a requester without a part in the service request gets 404 on every route, and empty lists', async () => {
    const { id } = await requests.create({ requested_for: recipient }, { email: owner });
    const note = await requests.call('POST', `/${id}/notes`, {
      body: {
        body: 'open',
        visibility: 'public',
        attachments: [{ filename: 'a.txt', content_type: 'text/plain', data: 'aGVsbG8K' }],
      },
    });
    const file = `/${id}/notes/${note.body.id}/attachments/${note.body.attachments[0].id}`;
    const as = { as: 'requester', email: stranger } as const;
    for (const path of ['', '/notes', '/timeline'])
      assert.equal((await requests.call('GET', `/${id}${path}`, as)).status, 404, path);
    assert.equal((await requests.call('GET', file, as)).status, 404);
    const own = await requests.call('GET', file, { as: 'requester', email: recipient });
    assert.deepEqual([own.status, own.text], [200, 'hello\n']);
    assert.equal((await requests.patch(id, { item: 'x' }, as)).status, 404);
    assert.equal((await requests.act(id, 'cancel', as)).status, 404);
    const add = await requests.call('POST', `/${id}/notes`, { ...as, body: { body: 'x' } });
    assert.equal(add.status, 404);
    assert.equal((await requests.call('GET', '', as)).body.total, 0);
    assert.equal((await requests.call('GET', `?requested_by=${owner}`, as)).body.total, 0);
    const events = await requests.running.call('GET', `/events?record=${id}`, as);
    assert.deepEqual(events.body.data, []);
  });

  test('a service request becomes visible to a new requested_for, and invisible to the former one', async () => {
    const { id } = await requests.create({ requested_for: recipient }, { email: owner });
    const as = { as: 'requester', email: recipient } as const;
    assert.equal((await requests.get(id, as)).status, 200);
    await requests.patch(id, { requested_for: stranger });
    assert.equal((await requests.get(id, as)).status, 404);
    const now = await requests.get(id, { as: 'requester', email: stranger });
    assert.equal(now.status, 200);
  });
});
