import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { routes } from '../../src/app.ts';
import { fieldsOf } from '../../src/records/index.ts';
import { faultsOf, type Json } from '../support/harness.ts';
import { changeTests } from './changes.setup.ts';

const window = (from: string, to: string) => ({
  planned_start_at: `2027-05-${from}:00.000Z`,
  planned_end_at: `2027-05-${to}:00.000Z`,
});

describe('Change windows', () => {
  const changes = changeTests();
  const conflictsOf = async (id: string) => (await changes.get(id)).conflicts;

  test('a window that ends before it begins is refused, at creation and on every update', async () => {
    const reversed = {
      short_description: 'x',
      planned_start_at: '2027-05-01T10:00:00Z',
      planned_end_at: '2027-05-01T11:00:00+01:00',
    };
    const refused = await changes.call('POST', '', reversed);
    assert.deepEqual([refused.status, faultsOf(refused)], [400, ['/planned_end_at too_small']]);
    const { id } = await changes.create(window('01T10:00', '01T11:00'));
    const later = await changes.patch(id, { planned_start_at: '2027-05-01T12:00:00Z' });
    assert.deepEqual(faultsOf(later), ['/planned_end_at too_small']);
    const open = await changes.patch(id, { planned_end_at: null });
    assert.deepEqual([open.status, open.body.planned_end_at], [200, null]);
  });

  test('unfinished changes whose windows overlap on a shared CI are listed, once per CI', async () => {
    const other = await changes.create({
      ci_ids: ['CI1', 'CI2'],
      ...window('02T10:00', '02T12:00'),
    });
    const mine = await changes.create({
      ci_ids: ['CI2', 'CI1', 'CI3'],
      ...window('02T11:00', '02T13:00'),
    });
    const expected = ['CI1', 'CI2'].map((ci_id) => ({
      kind: 'overlap',
      change_id: other.id,
      ci_id,
      ...window('02T10:00', '02T12:00'),
    }));
    assert.deepEqual(mine.conflicts, expected);
    assert.deepEqual(await conflictsOf(mine.id), expected);
    assert.deepEqual(
      (await conflictsOf(other.id)).map(({ change_id }: Json) => change_id),
      [mine.id, mine.id],
    );
    const { version } = await changes.get(other.id);
    assert.equal(version, 1, 'the conflict is not an update of the other change');
    const headers = { 'if-none-match': '"1"' };
    const { status, body } = await changes.call('GET', `/${other.id}`, undefined, { headers });
    assert.deepEqual([status, body.conflicts.length], [200, 2], 'not 304');
    assert.equal((await changes.patch(other.id, { state: 'cancelled' })).status, 200);
    assert.deepEqual(await conflictsOf(mine.id), []);
    assert.deepEqual(await conflictsOf(other.id), [], 'a finished change has none');
  });

  test('other CIs, other times and adjacent windows are no conflicts', async () => {
    const { id } = await changes.create({ ci_ids: ['CI10'], ...window('03T10:00', '03T12:00') });
    const others = [
      { ci_ids: ['CI11'], ...window('03T10:00', '03T12:00') },
      { ci_ids: ['CI10'], ...window('03T12:00', '03T13:00') },
      { ci_ids: ['CI10'], ...window('03T09:00', '03T10:00') },
      { ci_ids: ['CI10'], planned_start_at: '2027-05-03T11:00:00Z' },
      { ci_ids: [], ...window('03T10:00', '03T12:00') },
    ];
    for (const other of others) await changes.create(other);
    assert.deepEqual(await conflictsOf(id), []);
    const rejected = await changes.create({ ci_ids: ['CI10'], ...window('03T10:00', '03T12:00') });
    assert.equal((await conflictsOf(id)).length, 1);
    await changes.act(rejected.id, 'reject');
    assert.deepEqual(await conflictsOf(id), []);
  });

  test('conflicts in a PATCH are ignored, even if they have changed since they were read', async () => {
    const mine = await changes.create({ ci_ids: ['CI20'], ...window('04T10:00', '04T12:00') });
    await changes.create({ ci_ids: ['CI20'], ...window('04T10:00', '04T12:00') });
    const { status, body } = await changes.patch(mine.id, { ...mine, test_plan: 'Log in.' });
    assert.deepEqual([status, body.test_plan, body.conflicts.length], [200, 'Log in.', 1]);
    const altered = await changes.patch(mine.id, { approvals: [{ approver: 'me' }] });
    assert.deepEqual(faultsOf(altered), ['/approvals read_only_field']);
  });

  test('a window in a freeze is a conflict, except for an emergency change', async () => {
    await changes.set({
      change_freezes: [{ name: 'Audit', from: '2027-05-05', to: '2027-05-06T00:00:00Z' }],
    });
    const fields = window('05T22:00', '06T02:00');
    const expected = {
      kind: 'freeze',
      freeze: 'Audit',
      planned_start_at: '2027-05-05T00:00:00.000Z',
      planned_end_at: '2027-05-06T00:00:00.000Z',
    };
    assert.deepEqual((await changes.create(fields)).conflicts, [expected]);
    assert.deepEqual((await changes.create({ ...fields, type: 'emergency' })).conflicts, []);
    assert.deepEqual((await changes.create(window('06T00:00', '06T02:00'))).conflicts, []);
    await changes.set({ change_freezes: [] });
  });

  test('a field of a record is read only from a registered record type', async () => {
    const { body } = await changes.instance.call('POST', '/incidents', {
      body: { short_description: 'x', category: 'network' },
    });
    const { db } = changes.instance.deps;
    assert.deepEqual(
      [...(await fieldsOf(db, 'incident', 'category', [body.id, 'INC9999999']))],
      [[body.id, 'network']],
    );
    assert.deepEqual([...(await fieldsOf(db, 'api_key', 'name', ['x']))], [], 'not registered');
  });

  const hasCmdb = routes.some(({ method, path }) => method === 'POST' && path === '/cmdb/cis');

  test(
    'a freeze of a class applies only to the CIs of that class',
    { skip: !hasCmdb },
    async () => {
      const ciOf = async (name: string) =>
        (await changes.instance.call('POST', '/cmdb/cis', { body: { name, class: name } })).body.id;
      const [database, server] = [await ciOf('database'), await ciOf('server')];
      const freeze = {
        name: 'Year end',
        from: '2027-05-20',
        to: '2027-05-21',
        classes: ['database'],
      };
      await changes.set({ change_freezes: [freeze] });
      const made = await changes.create({
        ci_ids: [server, database],
        ...window('20T10:00', '20T12:00'),
      });
      assert.deepEqual(
        made.conflicts.map(({ kind, ci_id }: Json) => [kind, ci_id]),
        [['freeze', database]],
      );
      await changes.set({ change_freezes: [] });
    },
  );

  test('settings refuse freezes that end before they begin and templates with equal names', async () => {
    const { status, body } = await changes.instance.call('PATCH', '/settings', {
      as: 'super_admin',
      body: {
        change_freezes: [{ name: 'x', from: '2027-01-02', to: '2027-01-02' }],
        change_templates: [
          { name: 'a', defaults: {} },
          { name: 'a', defaults: {} },
        ],
      },
    });
    assert.equal(status, 400);
    assert.deepEqual(
      body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`),
      ['/change_templates/1/name not_allowed', '/change_freezes/0/to too_small'],
    );
    const unknown = await changes.instance.call('PATCH', '/settings', {
      as: 'super_admin',
      body: {
        change_templates: [{ name: 'a', defaults: { state: 'closed' } }],
        change_required_approvals: { low: 0, medium: 1, high: 1 },
      },
    });
    assert.deepEqual(faultsOf(unknown), [
      '/change_required_approvals/low too_small',
      '/change_templates/0/defaults/state unknown_field',
    ]);
  });
});

describe('The change calendar', () => {
  const changes = changeTests();
  const calendar = (query: string) => changes.call('GET', `/calendar?${query}`);

  test('the calendar shows the windows and freezes of a period, with conflicts', async () => {
    await changes.set({
      change_freezes: [
        { name: 'In', from: '2027-05-12', to: '2027-05-20', classes: ['database'] },
        { name: 'Out', from: '2027-06-01', to: '2027-06-02' },
      ],
    });
    const early = await changes.create({ ci_ids: ['CI1'], ...window('09T22:00', '10T02:00') });
    const late = await changes.create({
      ci_ids: ['CI1', 'CI2'],
      risk: 'high',
      ...window('10T01:00', '10T03:00'),
    });
    const cancelled = await changes.create(window('10T05:00', '10T06:00'));
    await changes.patch(cancelled.id, { state: 'cancelled' });
    const closed = await changes.inState('closed', window('10T07:00', '10T08:00'));
    await changes.create(window('13T00:00', '13T01:00'));
    await changes.create({ planned_start_at: '2027-05-11T00:00:00Z' });
    const { status, body } = await calendar('from=2027-05-10&to=2027-05-13');
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.map(({ change_id, state }: Json) => [change_id, state]),
      [
        [early.id, 'submitted'],
        [late.id, 'submitted'],
        [closed.id, 'closed'],
      ],
    );
    assert.deepEqual(body.data[1], {
      change_id: late.id,
      short_description: 'Upgrade the database',
      state: 'submitted',
      risk: 'high',
      ci_ids: ['CI1', 'CI2'],
      ...window('10T01:00', '10T03:00'),
      conflicts: [
        { kind: 'overlap', change_id: early.id, ci_id: 'CI1', ...window('09T22:00', '10T02:00') },
      ],
    });
    assert.deepEqual(body.freezes, [
      {
        name: 'In',
        from: '2027-05-12T00:00:00.000Z',
        to: '2027-05-20T00:00:00.000Z',
        classes: ['database'],
      },
    ]);
    const ofCi = await calendar('from=2027-05-10&to=2027-05-13&ci_id=CI2,CI99');
    assert.deepEqual(
      ofCi.body.data.map(({ change_id }: Json) => change_id),
      [late.id],
    );
  });

  test('a calendar period requires a beginning and a later end, at most 92 days apart', async () => {
    assert.equal((await calendar('from=2027-01-01&to=2027-04-03')).status, 200, '92 days');
    assert.deepEqual(faultsOf(await calendar('from=2027-01-01&to=2027-04-03T00:00:01Z')), [
      '/to too_large',
    ]);
    assert.deepEqual(faultsOf(await calendar('from=2027-01-01&to=2027-01-01')), ['/to too_small']);
    assert.deepEqual(faultsOf(await calendar('ci_id=CI1')), ['/from required', '/to required']);
    assert.equal(
      (await changes.call('GET', '/calendar', undefined, { as: 'requester' })).status,
      403,
    );
  });
});
