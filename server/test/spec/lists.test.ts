import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, faultsOf, type Json } from '../support/harness.ts';
import { section } from './setup.ts';

section('Lists: envelope, cursor, page, order, filters, total', (instance) => {
  /** A category of this test's own, so that records of other tests do not count. */
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

  test('the envelope has data, total and next_cursor, which is absent on the last page', async () => {
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

  test('a page has 25 records unless asked; more than 200 are capped at 200; less than 1 is 400', async () => {
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

  test('newest first by default; sort and order as asked; ties by id', async () => {
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
    ]);
  });

  test('a cursor opens only where it was given', async () => {
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

  test('page is for people: from 1, not with a cursor, at most 10,000 rows deep', async () => {
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

  test('parameters narrow together; within one a comma list matches any', async () => {
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

  test('each filter finds its record', async () => {
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

  test('times are exclusive; a day is accepted; an offset too', async () => {
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

  test('a time finer than a millisecond neither drops nor adds a record of that millisecond', async () => {
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
    const logged = async (query: string) =>
      (await instance.call('GET', `/events?record=${a}&${query}`)).body.data.length;
    assert.deepEqual([await logged(`since=${at}Z`), await logged(`since=${at}456Z`)], [1, 0]);
    const audited = async (query: string) =>
      (await instance.call('GET', `/audit?record=${a}&${query}`, { as: 'auditor' })).body.data
        .length;
    assert.deepEqual([await audited(`until=${at}456Z`), await audited(`until=${at}Z`)], [1, 0]);
    await several(2, { category });
    const query = `category=${category}&created_before=9999-01-01T00:00:00.000456Z&limit=1`;
    const { next_cursor } = (await list(query)).body;
    assert.equal((await list(`${query}&cursor=${next_cursor}`)).status, 200, 'the cursor holds');
  });

  test('a total of a word in a table that statistics call large counts no deleted incident', async () => {
    const [few, many] = [0, 1].map(() => `zq${crypto.randomUUID().slice(0, 8)}`);
    const insert = (word: string | undefined, count: number, kept: number) =>
      instance.running.sql(
        `insert into incidents (short_description, priority, priority_explicit, state, opened_by, sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at, deleted_at, deleted_by)
         select $1, 'P3', false, 'new', 'a@example.com', 1, now(), 1, now(), now(), case when n > $3 then now() end, case when n > $3 then 'a@example.com' end from generate_series(1, $2::int) n`,
        [`The ${word}`, count, kept],
      );
    await insert(few, 1200, 3);
    await insert(many, 1200, 1100);
    const setStatistics = (pages: number, rows: number) =>
      instance.running.sql(
        `select pg_restore_relation_stats('schemaname', 'public', 'relname', 'incidents', 'relpages', $1::int, 'reltuples', $2::real)`,
        [pages, rows],
      );
    const [known] = await instance.running.sql(
      `select relpages, reltuples from pg_class where oid = 'incidents'::regclass`,
    );
    await setStatistics(1, 1e9);
    const totals = await Promise.all([few, many].map((word) => list(`q=${word}&limit=2`)));
    await setStatistics(known.relpages, known.reltuples);
    const [ofFew, ofMany] = totals.map(({ body }) => body);
    assert.deepEqual(
      [ofFew.data.length, ofFew.total, 'total_is_lower_bound' in ofFew],
      [2, 3, false],
    );
    assert.deepEqual([ofMany.total, ofMany.total_is_lower_bound], [1000, true]);
  });

  test('totals follow every write, over all pages', async () => {
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

  test('a requester lists, and counts, the incidents it opened', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { id } = await instance.incident({ category: own() }, { as: 'requester', email });
    const { body } = await list('', { as: 'requester', email });
    assert.deepEqual([body.data.map((one: Json) => one.id), body.total], [[id], 1]);
    const others = await list(`opened_by=${addressOf('itsm_manager')}`, { as: 'requester', email });
    assert.deepEqual([others.body.data, others.body.total], [[], 0]);
  });

  test('q finds words of id, title, description and category; all must occur, and the sort is kept', async () => {
    const word = `zq${crypto.randomUUID().slice(0, 8)}`;
    const title = await instance.incident({
      short_description: `The ${word} printers are burning`,
    });
    const text = await instance.incident({
      short_description: 'Something else',
      description: `Somebody mentioned ${word}.`,
      priority: 'P1',
    });
    const kind = await instance.incident({ short_description: 'Nothing much', category: word });
    assert.deepEqual(await ids(`q=${word}`), [kind.id, text.id, title.id]);
    assert.deepEqual(await ids(`q=${word}&sort=priority&order=asc`), [text.id, title.id, kind.id]);
    assert.deepEqual(
      await ids(`q=${word}+printer`),
      [title.id],
      'other forms of a word are found too',
    );
    assert.deepEqual(await ids(`q=${word}+unicorns`), []);
    assert.deepEqual(await ids(`q=${word}+-printer`), [kind.id, text.id]);
    assert.deepEqual(await ids(`q=${word}&priority=P1`), [text.id]);
    assert.deepEqual(await ids(`q=${title.id.toLowerCase()}`), [title.id]);
    assert.equal((await list(`q=${word}`)).body.total, 3);
    assert.deepEqual(await ids(`q=${word}`, { as: 'requester' }), []);
    await instance.call('DELETE', `/incidents/${text.id}`);
    assert.equal((await list(`q=${word}`)).body.total, 2);
    const first = await list(`q=${word}&limit=1`);
    assert.deepEqual(await ids(`q=${word}&limit=1&cursor=${first.body.next_cursor}`), [title.id]);
    assert.equal(
      (await list(`q=other&limit=1&cursor=${first.body.next_cursor}`)).body.code,
      'invalid_cursor',
    );
  });

  test('q with a category of words that no index has shows a total that fits its page', async () => {
    const word = `zq${crypto.randomUUID().slice(0, 8)}`;
    for (const category of ['Other', 'The', 'All of it', 'Other printers', 'A & B', '?']) {
      await instance.incident({ short_description: `The ${word}`, category });
      const { body } = await list(`q=${word}&category=${encodeURIComponent(category)}`);
      assert.deepEqual([body.data.length, body.total], [1, 1], category);
    }
    const { body } = await list(`q=${word}&category=Other,The`);
    assert.deepEqual([body.data.length, body.total], [2, 2]);
  });

  test('a q without a word to look for is 400 and says so; any other text is only text', async () => {
    for (const q of ['the', '%3F%21', 'of+the', '-', '%22%22']) {
      const reply = await list(`q=${q}`);
      assert.deepEqual([reply.status, faultsOf(reply)], [400, ['/q blank']], q);
    }
    for (const q of [
      "'%3B+drop+table",
      '%26+%7C+%21',
      '%28%28',
      '%3A*',
      '%5C',
      '%27%27%27',
      'a'.repeat(200),
    ]) {
      assert.ok([200, 400].includes((await list(`q=${q}`)).status), q);
    }
    assert.deepEqual(faultsOf(await list(`q=${'a'.repeat(201)}`)), ['/q too_long']);
  });

  test('the last word of q also matches as a prefix from three letters on', async () => {
    const word = `zq${crypto.randomUUID().replaceAll('-', '').slice(0, 8)}`;
    const { id } = await instance.incident({ short_description: `The ${word} printers burn` });
    for (const q of [word, word.slice(0, 6), `printers ${word.slice(0, 6)}`, `${word} prin`])
      assert.deepEqual(await ids(`q=${encodeURIComponent(q)}`), [id], q);
    for (const q of [`"${word.slice(0, 6)}"`, `${word.slice(0, 6)} printers`, `${word} pr`])
      assert.deepEqual(await ids(`q=${encodeURIComponent(q)}`), [], q);
    assert.deepEqual(await ids(`q=${word}+-prin`), [id], 'an excluded word is no prefix');
    const counts = await instance.call('GET', `/incidents/counts?by=state&q=${word.slice(0, 6)}`);
    assert.equal(counts.body.total, 1);
  });

  test('the total of a search is exact up to 1,000, and beyond it is that bound', async () => {
    await instance.running.sql(
      `insert into incidents (short_description, priority, priority_explicit, state, opened_by, sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at)
       select 'Ubiquitous ' || n, 'P3', false, 'new', 'a@example.com', 1, now(), 1, now() - interval '1 year', now() from generate_series(1, 1000) n`,
    );
    const exact = (await list('q=ubiquitous&limit=2')).body;
    assert.deepEqual([exact.total, 'total_is_lower_bound' in exact], [1000, false]);
    await instance.incident({ short_description: 'Ubiquitous too' });
    const { body } = await list('q=ubiquitous&limit=2');
    assert.deepEqual([body.total, body.total_is_lower_bound, body.data.length], [1000, true, 2]);
  });

  test('a search sorted by breach has the matches in the order of the list, few or many', async () => {
    for (const count of [40, 1200]) {
      const word = `zq${crypto.randomUUID().replaceAll('-', '').slice(0, 8)}`;
      await instance.running.sql(
        `insert into incidents (short_description, priority, priority_explicit, state, category, opened_by, sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at)
         select case when n % 3 = 0 then 'x' else $1 end, 'P3', false, (array['new', 'closed', 'on_hold'])[1 + n % 7 % 3], $1, 'a@example.com', 1, now() + n * 7919 % 100 * interval '1 minute', 1, now(), now() from generate_series(1, $2::int) n`,
        [word, count],
      );
      for (const [order, fields] of [
        ['asc', ''],
        ['desc', '&fields=id'],
      ]) {
        const read: string[] = [];
        const query = `sort=sla_breach_at&order=${order}&limit=200${fields}`;
        for (let cursor: string | undefined = ''; cursor !== undefined;) {
          const { body } = await list(`${query}&q=${word}${cursor}`);
          assert.equal(body.total, Math.min(1000, count));
          read.push(...body.data.map((one: Json) => one.id));
          cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
        }
        const plain: string[] = [];
        for (let cursor: string | undefined = ''; cursor !== undefined;) {
          const { body } = await list(`${query}&category=${word}${cursor}`);
          plain.push(...body.data.map((one: Json) => one.id));
          cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
        }
        assert.deepEqual([read.length, read], [count, plain], `${count} ${order}`);
      }
    }
  });

  test('a search with any filter, sort and order is the list of the records that have the word', async () => {
    const word = `zq${crypto.randomUUID().replaceAll('-', '').slice(0, 8)}`;
    await instance.running.sql(
      `insert into incidents (short_description, priority, priority_explicit, state, category, assignment_group, assigned_to, ci_id, opened_by, resolved_at, sla_halted_at, sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at)
       select 'x', 'P' || 1 + n % 4, false, state, $1, (array['g', 'h'])[1 + n % 3], (array['a@example.com'])[1 + n % 2], (array['CI1'])[1 + n % 5], 'a@example.com',
         case when state = 'closed' then at + interval '1 hour' end, case when state <> 'new' then at + interval '1 hour' end, 1, at + n * 7919 % 200 * interval '1 minute', 1, at, at + n * 31 % 50 * interval '1 minute'
       from generate_series(1, 90) n, lateral (select (array['new', 'closed', 'on_hold'])[1 + n % 7 % 3] as state, now() - n / 2 * interval '1 hour' as at) as t`,
      [word],
    );
    const since = new Date(Date.now() - 20 * 3_600_000).toISOString();
    const filters = [
      '',
      '&state=new',
      '&state=new,closed&priority=P1,P2',
      '&assignment_group=g',
      '&assignment_group=g,h&assigned_to=a@example.com',
      '&opened_by=a@example.com&state=closed',
      '&ci_id=CI1',
      `&created_after=${since}`,
      `&updated_before=${since}&priority=P1`,
      `&resolved_after=${since}`,
      '&without=assigned_to,ci_id',
      '&sla=breached',
      '&sla=paused,at_risk&assignment_group=h',
    ];
    let compared = 0;
    for (const filter of filters)
      for (const sort of ['created_at', 'updated_at', 'priority', 'sla_breach_at'])
        for (const order of ['asc', 'desc']) {
          const query = `&sort=${sort}&order=${order}&limit=10${filter}`;
          const [found, plain] = [`q=${word}`, `category=${word}`].map((one) => one + query);
          const searched = (await list(found!)).body;
          const listed = (await list(plain!)).body;
          assert.deepEqual([searched.data, searched.total], [listed.data, listed.total], query);
          compared += searched.data.length;
          if (!listed.next_cursor) continue;
          const [second, expected] = [
            await ids(`${found}&cursor=${searched.next_cursor}`),
            await ids(`${plain}&cursor=${listed.next_cursor}`),
          ];
          assert.deepEqual(second, expected, query);
        }
    assert.ok(compared > 500, `${compared} records`);
  });
});
