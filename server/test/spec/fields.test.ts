import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { withClient } from '../support/databases.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { until } from '../support/processes.ts';

describe("The instance's own fields", () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance({ worker: true });
  });
  after(() => instance.stop());

  const call = (method: string, path: string, body?: Json, as = 'agent', headers: Json = {}) =>
    instance.call(method, path, { as, headers, ...(body && { body }) } as never);

  const define = async (field: Json): Promise<Json> => {
    const { status, body, text } = await call('POST', '/fields', field, 'itsm_manager');
    assert.equal(status, 201, text);
    return body;
  };
  const defineIncidentField = (key: string, field: Json) =>
    define({ record_type: 'incident', key, label: key, ...field });
  const ready = (id: string) =>
    until(`the index of ${id}`, async () => {
      const { body } = await call('GET', `/fields/${id}`);
      return body.index?.state === 'ready' && body;
    });
  const open = async (custom?: Json, as = 'agent') => {
    const body = { short_description: 'Printer is on fire', ...(custom && { custom }) };
    const reply = await call('POST', '/incidents', body, as);
    assert.equal(reply.status, 201, reply.text);
    return reply.body;
  };
  const faultsOf = ({ status, body }: { status: number; body: Json }) => [
    status,
    ...(body.errors ?? []).map(({ pointer, code }: Json) => `${pointer} ${code}`),
  ];

  test('records of an instance without fields have no member custom, and no key is known', async () => {
    const plain = await call('POST', '/cmdb/cis', { name: 'Plain', class: 'server' });
    assert.equal('custom' in plain.body, false);
    const custom = { site: 'Munich' };
    const refused = await call('POST', '/cmdb/cis', { name: 'Other', class: 'server', custom });
    assert.deepEqual(faultsOf(refused), [400, '/custom/site unknown_field']);
  });

  test('a definition is validated as a whole', async () => {
    const refused = await call(
      'POST',
      '/fields',
      {
        record_type: 'incident',
        key: 'bad',
        label: 'Bad',
        type: 'choice',
        choices: [
          { value: 'a', label: 'A' },
          { value: 'a', label: 'B' },
        ],
        visible_to: 'agents',
        editable_by: 'everyone',
      },
      'itsm_manager',
    );
    assert.deepEqual(faultsOf(refused), [
      400,
      '/choices/1/value not_allowed',
      '/editable_by not_allowed',
    ]);
    const choices = [{ value: 'a', label: 'A' }];
    const unknown = { record_type: 'incident', key: 'bad', label: 'Bad', type: 'choice', choices };
    assert.deepEqual(
      faultsOf(await call('POST', '/fields', { ...unknown, default: 'c' }, 'itsm_manager')),
      [400, '/default not_allowed'],
    );
    const time = { record_type: 'incident', key: 'begins', label: 'Begins', type: 'datetime' };
    assert.deepEqual(
      faultsOf(await call('POST', '/fields', { ...time, default: 'soon' }, 'itsm_manager')),
      [400, '/default invalid_format'],
    );
    const long = { record_type: 'incident', key: 'log', label: 'Log', type: 'long_text' };
    const unfiltered = await call('POST', '/fields', { ...long, filterable: true }, 'itsm_manager');
    assert.deepEqual(faultsOf(unfiltered), [400, '/filterable not_allowed']);
    const inherited = await call(
      'POST',
      '/fields',
      { ...long, key: 'constructor' },
      'itsm_manager',
    );
    assert.deepEqual(faultsOf(inherited), [400, '/key not_allowed']);
    assert.equal((await call('POST', '/fields', long, 'agent')).status, 403);
    assert.equal((await call('POST', '/fields', long, 'itsm_manager')).status, 201);
    const again = await call('POST', '/fields', long, 'itsm_manager');
    assert.deepEqual(
      [again.status, again.body.code, again.body.field],
      [409, 'already_exists', 'key'],
    );
  });

  test('key and type of a field never change, and a choice is never removed', async () => {
    const choices = [
      { value: 'red', label: 'Red' },
      { value: 'blue', label: 'Blue' },
    ];
    const { id } = await defineIncidentField('colour', { type: 'choice', choices });
    const patch = (body: Json) => call('PATCH', `/fields/${id}`, body, 'itsm_manager');
    assert.deepEqual(faultsOf(await patch({ key: 'hue', type: 'text' })), [
      400,
      '/key read_only_field',
      '/type read_only_field',
    ]);
    assert.deepEqual(faultsOf(await patch({ choices: [choices[0]] })), [
      400,
      '/choices not_allowed',
    ]);
    const { id: incident } = await open({ colour: 'red' });
    const retired = [{ ...choices[0], active: false }, choices[1]];
    assert.equal((await patch({ choices: retired, label: 'Hue' })).body.version, 2);
    const set = (custom: Json) => call('PATCH', `/incidents/${incident}`, { custom });
    assert.equal((await set({ colour: 'red' })).body.version, 1, 'the value that it has stays');
    assert.equal((await set({ colour: 'blue' })).body.custom.colour, 'blue');
    assert.deepEqual(faultsOf(await set({ colour: 'red' })), [400, '/custom/colour not_allowed']);
    assert.equal((await patch({ active: false })).status, 200);
    assert.equal((await call('GET', `/incidents/${incident}`)).body.custom.colour, 'blue');
    assert.deepEqual(faultsOf(await set({ colour: 'red' })), [400, '/custom/colour not_allowed']);
    assert.equal((await set({ colour: null })).body.custom.colour, undefined);
    const { body: list } = await call('GET', '/fields?record_type=incident');
    assert.ok(!list.data.some(({ key }: Json) => key === 'colour'));
  });

  test('values of every type are validated, stored and shown', async () => {
    const types: Record<string, [unknown, unknown, string]> = {
      text: ['Munich', 7, 'invalid_type'],
      long_text: ['Line 1\nLine 2', '   ', 'blank'],
      integer: [42, 1.5, 'invalid_type'],
      decimal: [-1.25, 0.1234567, 'invalid_format'],
      boolean: [false, 'no', 'invalid_type'],
      date: ['2026-02-28', '2026-02-30', 'invalid_format'],
      datetime: ['2026-11-15T10:30:00+01:00', 'soon', 'invalid_format'],
      choice: ['a', 'c', 'not_allowed'],
      choices: [['b', 'a'], ['a', 'a'], 'not_allowed'],
      person: ['Ada@example.com', 'ada', 'invalid_format'],
      ci: ['CI1042', 'server', 'invalid_format'],
      url: ['https://example.com/a', 'javascript:alert(1)', 'invalid_format'],
    };
    const choices = ['a', 'b'].map((value) => ({ value, label: value }));
    for (const type of Object.keys(types)) {
      const more = type.startsWith('choice') ? { choices } : {};
      await define({ record_type: 'change', key: `a_${type}`, label: type, type, ...more });
    }
    const custom = (at: 0 | 1) =>
      Object.fromEntries(Object.entries(types).map(([type, cases]) => [`a_${type}`, cases[at]]));
    const body = { short_description: 'New switch', risk: 'low' };
    const refused = await call('POST', '/changes', { ...body, risk: 'no', custom: custom(1) });
    const expected = Object.entries(types).map(([type, cases]) => `/custom/a_${type} ${cases[2]}`);
    assert.deepEqual(faultsOf(refused), [400, '/risk not_allowed', ...expected]);
    const { body: change } = await call('POST', '/changes', { ...body, custom: custom(0) });
    const stored = { ...custom(0), a_datetime: '2026-11-15T09:30:00.000Z' };
    assert.deepEqual(change.custom, stored);
    const same = await call('PATCH', `/changes/${change.id}`, { custom: custom(0) });
    assert.equal(same.body.version, 1, 'equal values are no change');
    const cleared = { a_integer: 43, a_text: null };
    const { body: next } = await call('PATCH', `/changes/${change.id}`, { custom: cleared });
    const { a_text: _, ...others } = stored as Json;
    assert.deepEqual(next.custom, { ...others, a_integer: 43 });
    const { body: timeline } = await call('GET', `/changes/${change.id}/timeline`);
    assert.deepEqual(timeline.data[0].changes, {
      'custom.a_integer': { from: 42, to: 43 },
      'custom.a_text': { from: 'Munich', to: null },
    });
    const { body: list } = await call('GET', '/changes?fields=custom,state');
    assert.deepEqual(list.data.find(({ id }: Json) => id === change.id).custom, next.custom);
  });

  test('the values of a record have a size together', async () => {
    for (const n of Array(11).keys())
      await define({ record_type: 'ci', key: `log_${n}`, label: 'Log', type: 'long_text' });
    const custom = Object.fromEntries(
      Array.from({ length: 11 }, (_, n) => [`log_${n}`, 'x'.repeat(9500)]),
    );
    const refused = await call('POST', '/cmdb/cis', { name: 'Big', class: 'server', custom });
    assert.deepEqual(faultsOf(refused), [400, '/custom too_large']);
  });

  test('a new record gets the defaults, and a warning for what forms require', async () => {
    await define({
      record_type: 'request',
      key: 'floor',
      label: 'Floor',
      type: 'integer',
      default: 3,
    });
    await define({
      record_type: 'request',
      key: 'room',
      label: 'Room',
      type: 'text',
      required: true,
    });
    const body = { short_description: 'A desk', assignment_group: 'Nobody knows' };
    const { body: request } = await call('POST', '/requests', body);
    assert.deepEqual(request.custom, { floor: 3 });
    assert.deepEqual(
      request.warnings.map(({ pointer, code }: Json) => `${pointer} ${code}`),
      ['/custom/room custom_required', '/assignment_group unknown_group'],
    );
    const path = `/requests/${request.id}`;
    assert.equal((await call('PATCH', path, { priority: 'P1' })).body.warnings, undefined);
    const { body: set } = await call('PATCH', path, { custom: { room: 'B 12' } });
    assert.deepEqual([set.custom, set.warnings], [{ floor: 3, room: 'B 12' }, undefined]);
    const { body: emptied } = await call('PATCH', path, { custom: { room: null } });
    assert.equal(emptied.warnings[0].code, 'custom_required');
  });

  test('a field for agents reaches no requester in any place', async () => {
    await defineIncidentField('cause', { type: 'text', visible_to: 'agents', filterable: true });
    await defineIncidentField('room', { type: 'text', editable_by: 'agents' });
    await defineIncidentField('phone', { type: 'text' });
    const requester = (method: string, path: string, body?: Json) =>
      call(method, path, body, 'requester');
    const { id } = await open({ phone: '123' }, 'requester');
    const custom = { cause: 'Canary', room: 'B 12' };
    const { body: seen } = await call('PATCH', `/incidents/${id}`, { custom });
    assert.deepEqual(seen.custom, { ...custom, phone: '123' });
    const shown = { room: 'B 12', phone: '123' };
    const { body: own } = await requester('GET', `/incidents/${id}`);
    assert.deepEqual(own.custom, shown);
    const { body: list } = await requester('GET', '/incidents?fields=custom');
    assert.deepEqual(list.data.find((one: Json) => one.id === id).custom, shown);
    const { body: fields } = await requester('GET', '/fields?limit=200');
    assert.ok(!fields.data.some(({ key }: Json) => key === 'cause'));
    const { body: events } = await requester('GET', `/events?record=${id}`);
    const { body: timeline } = await requester('GET', `/incidents/${id}/timeline`);
    for (const everything of [own, list, fields, events, timeline])
      assert.doesNotMatch(JSON.stringify(everything), /Canary|cause/);
    assert.deepEqual(events.data.at(-1).data.custom, shown);
    const { body: ofAgent } = await call('GET', `/events?record=${id}`);
    assert.equal(ofAgent.data.at(-1).data.custom.cause, 'Canary');

    const patch = (values: Json) => requester('PATCH', `/incidents/${id}`, { custom: values });
    assert.deepEqual(faultsOf(await patch({ cause: 'Mine' })), [
      400,
      '/custom/cause unknown_field',
    ]);
    assert.deepEqual(faultsOf(await patch({ room: 'Mine' })), [400, '/custom/room not_allowed']);
    const { body: changed } = await patch({ ...shown, phone: '456' });
    assert.deepEqual(changed.custom, { room: 'B 12', phone: '456' });
    const filtered = await requester('GET', '/incidents?cf.cause=Canary');
    assert.deepEqual(faultsOf(filtered), [400, '/cf.cause unknown_parameter']);

    await call('PATCH', `/incidents/${id}`, { custom: { cause: 'Canary 2' } });
    const { body: later } = await requester('GET', `/incidents/${id}/timeline`);
    assert.ok(later.data.every(({ changes }: Json) => Object.keys(changes).length > 0));
    const stale = await call(
      'PATCH',
      `/incidents/${id}`,
      { custom: { phone: '789' } },
      'requester',
      { 'if-match': `"${changed.version}"` },
    );
    assert.deepEqual([stale.status, stale.body.changed_fields], [412, []]);
  });

  test('a shared view names no field that its reader may not know', async () => {
    await defineIncidentField('secret', { type: 'text', visible_to: 'agents' });
    await defineIncidentField('open', { type: 'text' });
    const view = {
      name: 'All',
      list: 'incidents',
      query: { 'cf.secret': 'Canary', 'cf.open': 'x', state: 'new' },
      columns: ['custom.secret', 'custom.open', 'state'],
      column_widths: { 'custom.secret': 90, state: 50 },
      audience: 'everyone',
    };
    const { body } = await call('POST', '/views', view, 'itsm_manager');
    const { query, columns, column_widths } = view;
    const read = async (as: string) => {
      const { body: seen } = await call('GET', `/views/${body.id}`, undefined, as);
      return { query: seen.query, columns: seen.columns, column_widths: seen.column_widths };
    };
    assert.deepEqual(await read('agent'), { query, columns, column_widths });
    assert.deepEqual(await read('requester'), {
      query: { 'cf.open': 'x', state: 'new' },
      columns: ['custom.open', 'state'],
      column_widths: { state: 50 },
    });
  });

  test('lists are filtered by an index that a job builds', async () => {
    const field = { type: 'choice', choices: [{ value: 'north', label: 'N' }], filterable: true };
    const site = await defineIncidentField('site', { ...field });
    const tags = await defineIncidentField('tags', {
      type: 'choices',
      choices: ['a', 'b, c'].map((value) => ({ value, label: value })),
      filterable: true,
    });
    const owner = await defineIncidentField('owner', { type: 'person', filterable: true });
    const weight = await defineIncidentField('weight', { type: 'decimal', filterable: true });
    for (const { id } of [site, tags, owner, weight]) await ready(id);
    const one = await open({ site: 'north', tags: ['a'], owner: 'Ada@Example.com', weight: 1.5 });
    const other = await open({ tags: ['b, c'], weight: -0.000001 });
    const idsFound = async (query: string) => {
      const { status, body, text } = await call('GET', `/incidents?${query}`);
      assert.equal(status, 200, text);
      assert.equal(body.total, body.data.length);
      return new Set(body.data.map(({ id }: Json) => id));
    };
    assert.deepEqual(await idsFound('cf.site=north'), new Set([one.id]));
    assert.deepEqual(await idsFound('cf.tags=a'), new Set([one.id]));
    assert.deepEqual(await idsFound('cf.tags=a,b%5C, c'), new Set([one.id, other.id]));
    assert.deepEqual(await idsFound('cf.owner=ada@example.com&state=new'), new Set([one.id]));
    assert.deepEqual(await idsFound('cf.weight=1.50'), new Set([one.id]));
    assert.deepEqual(await idsFound('cf.weight=-0.000001,1.5'), new Set([one.id, other.id]));
    const counts = await call('GET', '/incidents/counts?by=state&cf.site=north');
    assert.deepEqual(counts.body.by.state, [{ value: 'new', count: 1 }]);
    const wrong = await call('GET', '/incidents?cf.site=south&cf.nothing=1&cf.weight=heavy');
    assert.deepEqual(faultsOf(wrong), [
      400,
      '/cf.site not_allowed',
      '/cf.nothing unknown_parameter',
      '/cf.weight not_allowed',
    ]);
    const view = { name: 'North', list: 'incidents', query: { 'cf.site': 'north' } };
    assert.equal((await call('POST', '/views', view)).status, 201);
    await call('PATCH', `/fields/${site.id}`, { filterable: false }, 'itsm_manager');
    await until('the index is removed', async () => {
      const left = await instance.sql(`select to_regclass('fld_${site.id.slice(-24)}') as name`);
      return left[0]?.['name'] === null;
    });
    const gone = await call('GET', '/incidents?cf.site=north');
    assert.deepEqual(faultsOf(gone), [400, '/cf.site unknown_parameter']);
  });

  test('indexes that are asked for together are built without a deadlock', async () => {
    const keys = Array.from({ length: 8 }, (_, n) => `together_${n}`);
    const field = { record_type: 'change', type: 'text', filterable: true };
    const fields = await Promise.all(keys.map((key) => define({ ...field, key, label: key })));
    for (const { id } of fields) await ready(id);
    const failed = await instance.sql(
      "select last_error from graphile_worker.jobs where task_identifier = 'index-field' and attempts > 1",
    );
    assert.deepEqual(failed, []);
  });

  test('a transaction that stays open for longer than other locks are waited for only delays an index', async () => {
    await withClient(instance.deps.config.DATABASE_URL, async (client) => {
      await client.query('begin isolation level repeatable read');
      await client.query('select from cis limit 1');
      const { id } = await define({
        record_type: 'ci',
        key: 'delayed',
        label: 'Delayed',
        type: 'text',
        filterable: true,
      });
      await until('the build waits for 6 seconds', async () => {
        const waiting = await instance.sql(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like 'create index concurrently%' and now() - query_start > interval '6 seconds'`,
        );
        return waiting.length > 0;
      });
      await client.query('commit');
      await ready(id);
    });
    const failed = await instance.sql(
      "select last_error from graphile_worker.jobs where task_identifier = 'index-field' and attempts > 1",
    );
    assert.deepEqual(failed, []);
  });

  test('bulk rows follow the rules of a single request', async () => {
    await defineIncidentField('batch', { type: 'integer' });
    const { body: job } = await call('POST', '/incidents/bulk', {
      operation: 'create',
      records: [
        { short_description: 'Good', custom: { batch: 1 } },
        { short_description: 'Bad', custom: { batch: 'one' } },
      ],
    });
    const done = await until('the job', async () => {
      const { body } = await call('GET', `/jobs/${job.job_id}`);
      return body.status === 'completed' && body;
    });
    assert.deepEqual([done.succeeded, done.failed], [1, 1]);
    const [good, bad] = done.results;
    assert.equal(bad.error.errors[0].pointer, '/custom/batch');
    assert.equal((await call('GET', `/incidents/${good.id}`)).body.custom.batch, 1);
  });
});
