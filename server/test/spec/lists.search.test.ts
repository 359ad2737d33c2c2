import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { section } from './setup.ts';

section('Lists: search by q', (instance) => {
  const list = async (query: string, options: Json = {}) =>
    instance.call('GET', `/incidents?${query}`, options);
  const ids = async (query: string, options: Json = {}) =>
    (await list(query, options)).body.data.map((one: Json) => one.id);

  test('the total of a search counts no deleted incident, even if the statistics say the table is large', async () => {
    const [few, many] = [0, 1].map(() => `zq${crypto.randomUUID().slice(0, 8)}`);
    const insert = (word: string | undefined, count: number, undeleted: number) =>
      instance.running.sql(
        `insert into incidents (short_description, priority, priority_explicit, state, opened_by, sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at, deleted_at, deleted_by)
         select $1, 'P3', false, 'new', 'a@example.com', 1, now(), 1, now(), now(), case when n > $3 then now() end, case when n > $3 then 'a@example.com' end from generate_series(1, $2::int) n`,
        [`The ${word}`, count, undeleted],
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

  test('q finds incidents with all words in id, title, description or category, in the requested order', async () => {
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

  test('q with a category of stop words or signs has a total that matches its page', async () => {
    const word = `zq${crypto.randomUUID().slice(0, 8)}`;
    for (const category of ['Other', 'The', 'All of it', 'Other printers', 'A & B', '?']) {
      await instance.incident({ short_description: `The ${word}`, category });
      const { body } = await list(`q=${word}&category=${encodeURIComponent(category)}`);
      assert.deepEqual([body.data.length, body.total], [1, 1], category);
    }
    const { body } = await list(`q=${word}&category=Other,The`);
    assert.deepEqual([body.data.length, body.total], [2, 2]);
  });

  test('a q without a word is refused with 400 and the reason, and any other text is plain text', async () => {
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

  test('the last word of q also matches as a prefix if it has at least three letters', async () => {
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

  test('the total of a search is exact up to 1,000 and never larger', async () => {
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

  test('a search sorted by breach has few or many matches in the order of the list', async () => {
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

  test('a search with any filter, sort and order equals the list reduced to the records with the word', async () => {
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
