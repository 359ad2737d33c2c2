import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, faultsOf, type Json } from '../support/harness.ts';
import { section } from './setup.ts';

section('Lists: envelope, cursor, page, order, filters, total', (instance) => {
  /** Each test has its own category, so that records of other tests do not count. */
  const own = () => `cat-${crypto.randomUUID()}`;
  const list = async (query: string, options: Json = {}) =>
    instance.call('GET', `/incidents?${query}`, options);
  const ids = async (query: string, options: Json = {}) =>
    (await list(query, options)).body.data.map((one: Json) => one.id);
  const several = async (count: number, fields: Json) => {
    const made: Json[] = [];
    for (let n = 0; n < count; n += 1) made.push(await instance.incident(fields));
    return made.map((one) => one.id);
  };

  test('the envelope of a list has data, total and next_cursor, which is absent on the last page', async () => {
    const category = own();
    await several(3, { category });
    const first = await list(`category=${category}&limit=2`);
    assert.deepEqual(Object.keys(first.body), ['data', 'total', 'next_cursor']);
    assert.equal(first.body.total, 3);
    assert.ok(first.headers.get('link')?.includes(first.body.next_cursor));
    const last = await list(`category=${category}&limit=2&cursor=${first.body.next_cursor}`);
    assert.deepEqual(Object.keys(last.body), ['data', 'total']);
    assert.equal(last.headers.get('link'), null);
    assert.equal(last.body.data.length, 1);
    assert.deepEqual(Object.keys(last.body.data[0]).length, 15, 'the fields of the first table');
  });

  test('a page has 25 records by default and at most 200; a limit below 1 is refused with 400', async () => {
    const category = own();
    await instance.running.sql(
      `insert into incidents (short_description, priority, priority_explicit, state, category, opened_by, sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at)
       select 'x', 'P3', false, 'new', $1, 'a@example.com', 1, now(), 1, now(), now() from generate_series(1, 210)`,
      [category],
    );
    assert.equal((await ids(`category=${category}`)).length, 25);
    assert.equal((await ids(`category=${category}&limit=1000000`)).length, 200);
    for (const limit of ['0', '-1', '2.5', 'ten', '']) {
      assert.equal((await list(`limit=${limit}`)).status, 400, limit);
    }
  });

  test('a list is sorted newest first by default, by sort and order if given, and equal values by id', async () => {
    const category = own();
    const [a, b, c] = await several(3, { category });
    assert.deepEqual(await ids(`category=${category}`), [c, b, a]);
    assert.deepEqual(await ids(`category=${category}&order=asc`), [a, b, c]);
    await instance.patch(b, { priority: 'P1' });
    await instance.patch(a, { priority: 'P4' });
    assert.deepEqual(
      await ids(`category=${category}&sort=priority&order=asc`),
      [b, c, a],
      'P1 first',
    );
    assert.deepEqual(await ids(`category=${category}&sort=updated_at&order=desc`), [a, b, c]);
    const { body } = await list('sort=colour');
    assert.deepEqual(body.errors[0].allowed, [
      'created_at',
      'priority',
      'updated_at',
      'sla_breach_at',
      'next_target_at',
      'resolved_at',
    ]);
  });

  test('a cursor is valid only for the query that returned it', async () => {
    const category = own();
    await several(3, { category });
    const { body } = await list(`category=${category}&limit=1`);
    const cursor: string = body.next_cursor;
    const refused = [
      `cursor=${cursor}`,
      `category=${category}&cursor=${cursor}&order=asc`,
      `category=${category}&cursor=${cursor}&sort=priority`,
      `category=${category}&state=new&cursor=${cursor}`,
      `category=${category}&cursor=${cursor}A`,
      `category=${category}&cursor=${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`,
      `category=${category}&cursor=${cursor.slice(0, -3)}`,
      `category=${category}&cursor=next`,
      `category=${category}&cursor=`,
    ];
    for (const query of refused) {
      const reply = await list(query);
      assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_cursor'], query);
    }
    const foreign = await list(`category=${category}&cursor=${cursor}`, { as: 'requester' });
    assert.equal(foreign.body.code, 'invalid_cursor');
    assert.equal(
      (await list(`category=${category}&limit=2&cursor=${cursor}`)).status,
      200,
      'the limit may change',
    );
  });

  test('page begins at 1, reaches at most 10,000 rows, and is refused together with a cursor', async () => {
    const category = own();
    const [a, b, c] = await several(3, { category });
    assert.deepEqual(await ids(`category=${category}&limit=2&page=1`), [c, b]);
    assert.deepEqual(await ids(`category=${category}&limit=2&page=2`), [a]);
    const { body } = await list(`category=${category}&limit=1&page=1`);
    assert.deepEqual(
      await ids(`category=${category}&limit=1&cursor=${body.next_cursor}`),
      [b],
      'a page leads on by cursor',
    );
    const both = await list(`category=${category}&limit=1&page=1&cursor=${body.next_cursor}`);
    assert.deepEqual(faultsOf(both), ['/page conflicting_parameters']);
    const deep = await list('limit=100&page=101');
    assert.deepEqual([deep.status, faultsOf(deep)], [400, ['/page too_large']]);
    assert.match(deep.body.detail, /cursor/);
    assert.equal((await list('page=0')).status, 400);
  });

  test('parameters are combined with AND, and comma-separated values with OR', async () => {
    const category = own();
    const [a, b, c] = await several(3, { category });
    await instance.patch(a, { state: 'in_progress', priority: 'P1' });
    await instance.patch(b, { state: 'cancelled' });
    assert.deepEqual(await ids(`category=${category}&state=in_progress,cancelled`), [b, a]);
    assert.deepEqual(await ids(`category=${category}&state=in_progress,cancelled&priority=P1,P2`), [
      a,
    ]);
    assert.deepEqual(await ids(`category=${category},${own()}&state=new`), [c]);
    assert.deepEqual(await ids(`category=${category}&state=reopened`), []);
    await instance.running.sql(
      `insert into incidents (short_description, priority, priority_explicit, state, category, opened_by, sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at)
       select 'x', 'P3', false, (array['new', 'closed', 'on_hold'])[1 + n % 3], $1, 'a@example.com', 1, now(), 1, now() - n * interval '1 minute', now() from generate_series(1, 1200) n`,
      [category],
    );
    const many = (await list(`category=${category}&state=new,new,closed&limit=200`)).body.data;
    const times = many.map((one: Json) => one.created_at);
    assert.deepEqual(
      times,
      times.toSorted().toReversed(),
      'one order over all states, many matches or few',
    );
    assert.equal(
      new Set(many.map((one: Json) => one.id)).size,
      200,
      'a value given twice counts once',
    );
    const comma = `${own()}, with a comma`;
    await instance.incident({ category: comma });
    const escaped = encodeURIComponent(comma.replace(',', '\\,'));
    assert.equal((await ids(`category=${escaped}`)).length, 1, 'a comma of the value itself');
    const { status, body } = await list('state=new,open');
    assert.equal(status, 400);
    assert.ok(body.errors[0].allowed.includes('reopened'));
    const faulty = await instance.call('GET', `/incidents?state=${'bogus,'.repeat(49)}bogus`);
    assert.deepEqual([faulty.status, faulty.body.errors.length], [400, 1], 'equal faults are one');
  });

  test('each filter of incidents finds its record', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const fields = {
      category: own(),
      assignment_group: own(),
      assigned_to: email,
      ci_id: `CI${String(Math.random()).slice(2, 14)}`,
      change_id: `CHG${String(Math.random()).slice(2, 9)}`,
      external_id: own(),
    };
    const { id } = await instance.incident(fields, { as: 'agent', email });
    for (const [name, value] of Object.entries({ ...fields, opened_by: email })) {
      const { body } = await list(`${name}=${encodeURIComponent(value)}`);
      assert.deepEqual([body.data.map((one: Json) => one.id), body.total], [[id], 1], name);
    }
  });

  test('filters by time are exclusive and accept a day or an offset', async () => {
    const category = own();
    const [a] = await several(1, { category });
    const { body } = await instance.call('GET', `/incidents/${a}`);
    const at: string = body.created_at;
    const [before, after] = [-1, 1].map((ms) => new Date(Date.parse(at) + ms).toISOString());
    for (const [query, found] of [
      [`created_after=${at}`, 0],
      [`created_after=${before}`, 1],
      [`created_before=${at}`, 0],
      [`created_before=${after}`, 1],
      [`created_after=${before}&created_before=${after}`, 1],
      [`updated_after=${before}&updated_before=${after}`, 1],
      [`updated_after=${at}`, 0],
      ['created_after=2020-02-29', 1],
      ['created_before=2020-02-29', 0],
      ['created_after=2020-02-29T12:00:00%2B02:00', 1],
    ] as const) {
      const reply = await list(`category=${category}&${query}`);
      assert.deepEqual([reply.body.data.length, reply.body.total], [found, found], query);
    }
    for (const odd of [
      'yesterday',
      '2026-02-30',
      '2026-13-01',
      '2026-01-01T00:00:00',
      '0000-01-01',
      '9999-12-31T23:59:59-14:00',
    ]) {
      assert.equal((await list(`created_after=${odd}`)).status, 400, odd);
    }
  });

  test('a filter finer than a millisecond neither drops nor adds a record of that millisecond', async () => {
    const category = own();
    const [a] = await several(1, { category });
    const { body } = await instance.call('GET', `/incidents/${a}`);
    const at = String(body.created_at).slice(0, -1);
    for (const [query, found] of [
      [`created_before=${at}456Z`, 1],
      [`created_before=${at}000Z`, 0],
      [`created_before=${at}000001Z`, 1],
      [`created_after=${at}456Z`, 0],
      [`created_after=${at}000Z`, 0],
      [`updated_before=${at}001Z`, 1],
      [`created_after=2020-01-01T00:00:00.9999999Z`, 1],
      ['created_before=9999-12-30T23:59:59.999999Z', 1],
    ] as const) {
      const reply = await list(`category=${category}&${query}`);
      assert.deepEqual([reply.body.data?.length, reply.body.total], [found, found], query);
    }
    const countEvents = async (query: string) =>
      (await instance.call('GET', `/events?record=${a}&${query}`)).body.data.length;
    assert.deepEqual(
      [await countEvents(`since=${at}Z`), await countEvents(`since=${at}456Z`)],
      [1, 0],
    );
    const countEntries = async (query: string) =>
      (await instance.call('GET', `/audit?record=${a}&${query}`, { as: 'auditor' })).body.data
        .length;
    assert.deepEqual(
      [await countEntries(`until=${at}456Z`), await countEntries(`until=${at}Z`)],
      [1, 0],
    );
    await several(2, { category });
    const query = `category=${category}&created_before=9999-01-01T00:00:00.000456Z&limit=1`;
    const { next_cursor } = (await list(query)).body;
    assert.equal((await list(`${query}&cursor=${next_cursor}`)).status, 200, 'the cursor holds');
  });

  test('totals cover all pages and follow every write', async () => {
    const category = own();
    const total = async (query = '') =>
      (await list(`category=${category}&limit=1${query}`)).body.total;
    const [a, b] = await several(4, { category });
    assert.equal(await total(), 4);
    await instance.patch(a, { state: 'in_progress', priority: 'P1' });
    assert.deepEqual(
      [await total('&state=new'), await total('&state=in_progress&priority=P1')],
      [3, 1],
    );
    await instance.call('DELETE', `/incidents/${b}`);
    assert.equal(await total(), 3);
    await instance.call('POST', `/incidents/${b}/restore`);
    await instance.patch(b, { category: own() });
    assert.deepEqual([await total(), await total('&assignment_group=none')], [3, 0]);
  });

  test('a requester lists and counts only the incidents they opened', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { id } = await instance.incident({ category: own() }, { as: 'requester', email });
    const { body } = await list('', { as: 'requester', email });
    assert.deepEqual([body.data.map((one: Json) => one.id), body.total], [[id], 1]);
    const others = await list(`opened_by=${addressOf('itsm_manager')}`, { as: 'requester', email });
    assert.deepEqual([others.body.data, others.body.total], [[], 0]);
  });
});
