import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { roles } from '../../src/identity/index.ts';
import { faultsOf, type Json, type RequestOptions } from '../support/harness.ts';
import { changeTests } from './changes.setup.ts';

const full = {
  short_description: 'Move the mail relay',
  description: 'To the new network.',
  type: 'emergency',
  risk: 'high',
  impact: 'low',
  priority: 'P1',
  assignment_group: 'Network',
  assigned_to: 'ada@example.com',
  ci_ids: ['CI1', 'CI22'],
  incident_ids: ['INC0000001'],
  planned_start_at: '2027-02-01T20:00:00.000Z',
  planned_end_at: '2027-02-01T22:30:00.000Z',
  implementation_plan: 'Switch.',
  backout_plan: 'Switch back.',
  test_plan: 'Send a mail.',
};

describe('Changes', () => {
  const changes = changeTests();

  test('POST creates a submitted change with default values, Location and ETag', async () => {
    const reply = await changes.call('POST', '', { short_description: 'x' });
    assert.equal(reply.status, 201);
    const { id, created_at, updated_at, ...rest } = reply.body;
    assert.match(id, /^CHG\d{7}$/);
    assert.equal(created_at, updated_at);
    assert.deepEqual(rest, {
      short_description: 'x',
      description: null,
      type: 'normal',
      state: 'submitted',
      risk: 'medium',
      impact: null,
      priority: 'P3',
      assignment_group: null,
      assigned_to: null,
      requested_by: 'agent@example.com',
      ci_ids: [],
      incident_ids: [],
      planned_start_at: null,
      planned_end_at: null,
      implementation_plan: null,
      backout_plan: null,
      test_plan: null,
      template: null,
      approvals: [],
      conflicts: [],
      work_notes_count: 0,
      allowed_transitions: ['cancelled'],
      version: 1,
    });
    assert.equal(
      reply.headers.get('location'),
      `https://desk.example.com/prod/api/v1/changes/${id}`,
    );
    assert.equal(reply.headers.get('etag'), '"1"');
    assert.deepEqual(await changes.events(id), ['change.submitted']);
    assert.deepEqual((await changes.call('GET', `/${id}`)).body, reply.body);
  });

  test('all writable fields are stored, and a draft emits no event of the contract until it is submitted', async () => {
    const made = await changes.create({ ...full, state: 'draft' });
    for (const [field, value] of Object.entries(full)) assert.deepEqual(made[field], value, field);
    assert.deepEqual(await changes.events(made.id), []);
    const submitted = await changes.call('POST', `/${made.id}/submit`);
    assert.deepEqual([submitted.body.state, submitted.headers.get('etag')], ['submitted', '"2"']);
    assert.deepEqual(await changes.events(made.id), ['change.submitted']);
    const { body } = await changes.instance.call(
      'GET',
      `/events?record=${made.id}&type=change.submitted`,
    );
    assert.deepEqual(
      [body.data[0].sequence, body.data[0].data.actor, body.data[0].data.changes],
      [2, 'agent@example.com', { state: { from: 'draft', to: 'submitted' } }],
    );
  });

  test('all faults of a new change are reported in one response', async () => {
    const refused = await changes.call('POST', '', {
      short_description: ' ',
      type: 'quick',
      state: 'approved',
      risk: null,
      ci_ids: ['1', 'CI1', 'CI1'],
      incident_ids: ['CI1'],
      planned_start_at: 'tomorrow',
      requested_by: 'someone@example.com',
      approvals: [],
      color: 'red',
    });
    assert.equal(refused.status, 400);
    assert.deepEqual(faultsOf(refused), [
      '/approvals read_only_field',
      '/ci_ids not_allowed',
      '/ci_ids/0 invalid_format',
      '/color unknown_field',
      '/incident_ids/0 invalid_format',
      '/planned_start_at invalid_format',
      '/requested_by read_only_field',
      '/risk not_nullable',
      '/short_description blank',
      '/state not_allowed',
      '/type not_allowed',
    ]);
    assert.deepEqual(faultsOf(await changes.call('POST', '', {})), ['/short_description required']);
  });

  test('PATCH updates fields, clears them with null, and accepts the change as it was read', async () => {
    const made = await changes.create(full);
    const { body, status } = await changes.patch(made.id, {
      ...made,
      short_description: 'New',
      impact: null,
      incident_ids: [],
    });
    assert.equal(status, 200);
    assert.deepEqual([body.short_description, body.impact, body.incident_ids], ['New', null, []]);
    assert.deepEqual([body.version, body.state], [2, 'submitted']);
    const same = await changes.patch(made.id, { short_description: 'New' });
    assert.equal(same.body.version, 2, 'no update');
    assert.deepEqual(await changes.events(made.id), ['change.submitted'], 'no event');
    const refused = await changes.patch(made.id, {
      requested_by: 'someone@example.com',
      short_description: null,
      ci_ids: null,
    });
    assert.deepEqual(faultsOf(refused), [
      '/ci_ids not_nullable',
      '/requested_by read_only_field',
      '/short_description not_nullable',
    ]);
    assert.equal((await changes.patch(made.id, {})).status, 400);
    const stale = await changes.patch(
      made.id,
      { priority: 'P4' },
      { headers: { 'if-match': '"1"' } },
    );
    assert.deepEqual([stale.status, stale.body.code], [412, 'version_mismatch']);
    assert.ok(stale.body.changed_fields.includes('short_description'));
  });

  test('an unknown change is 404, and DELETE of a change is 405', async () => {
    for (const id of ['CHG9999999', 'INC0000001', 'x'])
      assert.equal((await changes.call('GET', `/${id}`)).status, 404, id);
    assert.equal((await changes.act('CHG9999999', 'approve')).status, 404);
    const { id } = await changes.create();
    assert.equal((await changes.call('DELETE', `/${id}`)).status, 405);
  });

  test('a decision refuses a too long comment and any other field', async () => {
    const { id } = await changes.create();
    const refused = await changes.act(id, 'reject', 'cab', {
      comment: 'x'.repeat(65_537),
      state: 'closed',
    });
    assert.deepEqual(faultsOf(refused), ['/comment too_long', '/state unknown_field']);
    assert.equal((await changes.act(id, 'reject', 'cab', 'null')).status, 400, 'null is a body');
    const submit = await changes.act(id, 'submit', 'cab', { comment: 'x' });
    assert.equal(submit.status, 400, 'submit takes no body');
  });

  test('repeated requests with one Idempotency-Key create and approve a change once', async () => {
    const headers = { 'idempotency-key': 'change-1' };
    const [first, second] = [
      await changes.create({}, { headers }),
      await changes.create({}, { headers }),
    ];
    assert.deepEqual(second, first);
    const approve = () =>
      changes.call('POST', `/${first.id}/approve`, undefined, { as: 'itsm_manager', headers });
    const [approved, replayed] = [await approve(), await approve()];
    assert.deepEqual([replayed.status, replayed.text], [200, approved.text]);
    assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(await changes.events(first.id), ['change.submitted', 'change.approved']);
  });
});

describe('The list of changes', () => {
  const changes = changeTests();
  const idsOf = async (query: string): Promise<string[]> => {
    const { status, text, body } = await changes.call('GET', `?${query}`);
    assert.equal(status, 200, text);
    assert.equal(body.total, body.data.length);
    return body.data.map(({ id }: Json) => id);
  };

  test('the list of changes shows the fields of a summary, newest first, with a total and pages', async () => {
    const made = [];
    for (let n = 0; n < 3; n += 1)
      made.push(await changes.create({ ...full, assignment_group: 'Pages' }));
    const newest = made.map(({ id }) => id).toReversed();
    const first = await changes.call('GET', '?assignment_group=Pages&limit=2');
    assert.deepEqual([first.body.total, first.body.data.length], [3, 2]);
    const cursor = encodeURIComponent(first.body.next_cursor);
    const rest = await changes.call('GET', `?assignment_group=Pages&limit=2&cursor=${cursor}`);
    const all = [...first.body.data, ...rest.body.data];
    assert.deepEqual(
      all.map(({ id }) => id),
      newest,
    );
    const [{ conflicts, approvals, implementation_plan, backout_plan, test_plan, ...shown }] =
      made.toReversed() as [Json];
    const { template, work_notes_count, allowed_transitions, version, warnings, ...summary } =
      shown;
    assert.deepEqual(all[0], summary);
    const pages = await changes.call('GET', '?assignment_group=Pages&limit=2&page=2');
    assert.deepEqual(
      pages.body.data.map(({ id }: Json) => id),
      newest.slice(2),
    );
    const oldest = '?assignment_group=Pages&sort=updated_at&order=asc';
    assert.deepEqual(
      (await changes.call('GET', oldest)).body.data.map(({ id }: Json) => id),
      newest.toReversed(),
    );
  });

  test('each filter of the list of changes selects its matches, and filters are combined with AND', async () => {
    const a = await changes.create({
      ...full,
      assignment_group: 'Filters',
      description: 'A zeppelin over the relay.',
    });
    const b = await changes.create(
      { assignment_group: 'Filters', ci_ids: ['CI22', 'CI333'], risk: 'low', state: 'draft' },
      { email: 'filters@example.com' },
    );
    const group = 'assignment_group=Filters';
    const expected: [query: string, ids: string[]][] = [
      [group, [b.id, a.id]],
      [`${group}&state=draft`, [b.id]],
      [`${group}&state=draft,submitted`, [b.id, a.id]],
      [`${group}&type=emergency`, [a.id]],
      [`${group}&risk=low,medium`, [b.id]],
      [`${group}&assigned_to=ada@example.com`, [a.id]],
      [`${group}&requested_by=filters@example.com`, [b.id]],
      ['requested_by=filters@example.com&risk=high', []],
      [`${group}&ci_id=CI22`, [b.id, a.id]],
      [`${group}&ci_id=CI333`, [b.id]],
      [`${group}&ci_id=CI1,CI333`, [b.id, a.id]],
      [`${group}&ci_id=CI2`, []],
      [`${group}&ci_id=CI22&risk=high&sort=updated_at`, [a.id]],
      [`${group}&planned_after=2027-02-01T19:59:59Z`, [a.id]],
      [`${group}&planned_after=2027-02-01T20:00:00Z`, []],
      [`${group}&planned_before=2027-02-01T20:00:01Z`, [a.id]],
      [`${group}&planned_before=2027-02-01T20:00:00Z`, []],
      ['q=zeppelin', [a.id]],
      [`q=${b.id}`, [b.id]],
      [`${group}&q=relay&ci_id=CI1`, [a.id]],
      [`${group}&created_after=${a.created_at}`, [b.id]],
      [`${group}&created_before=${b.created_at}`, [a.id]],
      [`${group}&updated_after=${a.updated_at}`, [b.id]],
    ];
    for (const [query, ids] of expected) assert.deepEqual(await idsOf(query), ids, query);
    const refused = await changes.call('GET', '?state=open&color=red&ci_id=');
    assert.deepEqual(faultsOf(refused), [
      '/ci_id too_short',
      '/color unknown_parameter',
      '/state not_allowed',
    ]);
  });

  test('decidable changes are submitted, of others, and not yet decided by the caller, who may decide', async () => {
    await changes.set({ change_required_approvals: { low: 1, medium: 2, high: 2 } });
    const group = { assignment_group: 'Decisions', risk: 'high' };
    const waiting = await changes.create(group);
    const own = await changes.create(group, { as: 'itsm_manager', email: 'Bo@example.com' });
    const decided = await changes.create(group);
    assert.equal((await changes.act(decided.id, 'approve', 'BO')).body.state, 'submitted');
    await changes.create({ ...group, state: 'draft' });
    const decidable = async (as: string, name: string, query = '') => {
      const path = `?assignment_group=Decisions&decidable=true${query}`;
      const options = { as, email: `${name}@example.com` } as RequestOptions;
      const { status, text, body } = await changes.call('GET', path, undefined, options);
      assert.equal(status, 200, text);
      return body;
    };
    const idsFor = async (as: string, name: string, query = '') =>
      (await decidable(as, name, query)).data.map(({ id }: Json) => id);
    assert.deepEqual(await idsFor('itsm_manager', 'bo'), [waiting.id]);
    assert.deepEqual(await idsFor('itsm_manager', 'cleo'), [decided.id, own.id, waiting.id]);
    assert.deepEqual(await idsFor('itsm_manager', 'cleo', '&state=draft'), []);
    assert.deepEqual(await idsFor('itsm_manager', 'bo', '&q=database&order=asc'), [waiting.id]);
    assert.deepEqual(await idsFor('agent', 'bo'), []);
    assert.deepEqual(await idsFor('auditor', 'bo'), []);
    const page = await decidable('itsm_manager', 'cleo', '&limit=1');
    assert.equal(page.total, 3);
    assert.deepEqual(await idsFor('itsm_manager', 'cleo', `&limit=2&cursor=${page.next_cursor}`), [
      own.id,
      waiting.id,
    ]);
    const others = await changes.call(
      'GET',
      `?assignment_group=Decisions&decidable=true&cursor=${page.next_cursor}`,
      undefined,
      { as: 'itsm_manager', email: 'bo@example.com' },
    );
    assert.equal(others.body.code, 'invalid_cursor', 'a cursor belongs to its caller');
    assert.equal((await idsOf('assignment_group=Decisions&decidable=false')).length, 4);
  });
});

/** The statuses of each role on another's change are typed from the agreed matrix, not from the code. */
const all = { super_admin: 200, itsm_manager: 200, agent: 200, requester: 403, auditor: 200 };
const editors = { super_admin: 200, itsm_manager: 200, agent: 200, requester: 403, auditor: 403 };
const deciders = { super_admin: 200, itsm_manager: 200, agent: 403, requester: 403, auditor: 403 };
const created = { super_admin: 201, itsm_manager: 201, agent: 201, requester: 403, auditor: 403 };
const matrix: [route: string, body: Json, statuses: Record<string, number>][] = [
  ['GET ', undefined, all],
  ['GET /:id', undefined, all],
  ['GET /:id/notes', undefined, all],
  ['GET /:id/timeline', undefined, all],
  ['GET /calendar?from=2027-01-01&to=2027-01-02', undefined, all],
  ['POST ', { short_description: 'x' }, created],
  ['PATCH /:id', { description: 'x' }, editors],
  ['POST /:id/submit', undefined, editors],
  ['POST /:id/approve', undefined, deciders],
  ['POST /:id/reject', undefined, deciders],
  ['POST /:id/notes', { body: 'x' }, created],
];

describe('Roles on changes', () => {
  const changes = changeTests();

  for (const [route, body, statuses] of matrix) {
    test(`${route} responds to each role as the matrix says`, async () => {
      const [method = '', path = ''] = route.split(' ');
      for (const as of roles) {
        const state = path.endsWith('/submit') ? 'draft' : 'submitted';
        const { id } = await changes.create({ state }, { email: 'owner@example.com' });
        const reply = await changes.call(method, path.replace(':id', id), body, { as });
        assert.equal(reply.status, statuses[as], `${route} as ${as}`);
        if (reply.status === 403) assert.equal(reply.body.code, 'insufficient_role');
      }
    });
  }

  test('allowed transitions are shown only to callers who may edit the change', async () => {
    const { id } = await changes.create();
    const { body } = await changes.call('GET', `/${id}`, undefined, { as: 'auditor' });
    assert.deepEqual(body.allowed_transitions, []);
  });

  test('a requester reads the events of own incidents and none of changes', async () => {
    const { id } = await changes.create();
    const eventsAs = async (as: 'agent' | 'requester' | 'auditor') =>
      (await changes.instance.call('GET', `/events?record=${id}`, { as })).body.data.length;
    assert.deepEqual(
      [await eventsAs('agent'), await eventsAs('auditor'), await eventsAs('requester')],
      [2, 2, 0],
    );
    const as = 'requester';
    const incident = await changes.instance.call('POST', '/incidents', {
      as,
      body: { short_description: 'x' },
    });
    const { body } = await changes.instance.call('GET', '/events', { as });
    assert.deepEqual(
      body.data.map(({ record }: Json) => record.id),
      [incident.body.id],
    );
  });
});
