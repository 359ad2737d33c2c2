// A cached AI response is served only to callers with the same rights and until its sources change; the token budget
// limits all others.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { type AiWorld, skip, startAi } from './ai.setup.ts';
import { knowledgeOf } from './knowledge.setup.ts';

describe('AI cache', { skip }, () => {
  let world: AiWorld;
  before(async () => {
    world = await startAi();
  });
  after(() => world.instance.stop());
  const { createPublished, call } = knowledgeOf(() => world.instance);
  const asManager = { as: 'itsm_manager' } as const;

  const isHit = async (question: string, more: Json = {}, options: Json = {}): Promise<boolean> =>
    (await world.ask(question, more, options)).cache_hit;

  /** Answers without citations are not cached within a minute of an edit of any article. */
  const agePublications = () =>
    world.instance.sql(`update articles set updated_at = updated_at - interval '5 minutes'`);

  test('an equal question is a cache hit with the same response and costs no tokens', async () => {
    const first = await world.ask('How do I replace the toner of the printer?');
    const again = await world.ask('how can I replace the toner of the printer, please');
    assert.deepEqual([first.cache_hit, again.cache_hit, again.tokens_used], [false, true, 0]);
    const { cache_hit: _a, tokens_used: _b, latency_ms: _c, ...response } = first;
    const { cache_hit: _d, tokens_used: _e, latency_ms: _f, ...cached } = again;
    assert.deepEqual(cached, response);
  });

  test('a response that the cache cannot store is still returned', async () => {
    await world.instance.sql('alter table ai_cache add constraint refused check (false) not valid');
    const response = await world.ask('What must I do with the toner cartridge?');
    await world.instance.sql('alter table ai_cache drop constraint refused');
    assert.equal(response.cache_hit, false);
    assert.ok(response.answer.length > 0);
  });

  test('a long text is truncated between characters, so that its response can be stored', async () => {
    const { body: incident } = await world.instance.call('POST', '/incidents', {
      body: { short_description: 'x', description: `${'y'.repeat(1999)}\u{1F600} and more` },
    });
    const query = () =>
      world.instance.call('POST', '/ai/query', { body: { query: `State of ${incident.id}?` } });
    const first = await query();
    assert.deepEqual([first.status, first.body.cache_hit], [200, false], first.text);
    assert.ok(first.body.answer.isWellFormed());
    assert.equal((await query()).body.cache_hit, true);
  });

  test('an article that cannot be indexed suspends the cache for an hour at most', async () => {
    const { sql } = world.instance;
    const { id } = await createPublished({
      title: 'Spare keys',
      body: 'Spare keys are in the safe.',
    });
    const drop = () => sql('delete from passages where article_id = $1 returning position', [id]);
    await until('it is indexed and loses its passages', async () => (await drop()).length > 0);
    const age = (minutes: number) =>
      sql(`update articles set updated_at = now() - $2 * interval '1 minute' where id = $1`, [
        id,
        minutes,
      ]);
    await age(5);
    await world.ask('Which toner does the printer on the first floor need?');
    assert.equal(await isHit('Which toner does the printer on the first floor need?'), false);
    await age(70);
    await world.ask('Which toner does the printer on the second floor need?');
    assert.equal(await isHit('Which toner does the printer on the second floor need?'), true);
    await sql('update articles set deleted_at = now() where id = $1', [id]);
  });

  test('a very similar question is a cache hit', async () => {
    assert.equal(await isHit('The printer prints blank pages'), false);
    for (const question of [
      'Printer prints blank pages',
      'Hello, my printer prints blank pages!',
      'The printer prints blank pages again',
    ])
      assert.equal(await isHit(question), true, question);
  });

  test('a question that differs in an identifier or its meaning is not served from the cache', async () => {
    await world.ask('VPN error VPN-691 on laptop LT-100, how do I enable the client?');
    for (const question of [
      'VPN error VPN-692 on laptop LT-100, how do I enable the client?',
      'VPN error VPN-691 on laptop LT-101, how do I enable the client?',
      'VPN error VPN-691 on laptop LT-100, how do I disable the client?',
      'VPN error VPN-691 on laptop LT-100, how do I not enable the client?',
    ])
      assert.equal(await isHit(question), false, question);
  });

  test('only callers with the same rights share a cached response', async () => {
    const question = 'Where do I bring a laptop with a swollen battery?';
    assert.equal(await isHit(question), false);
    assert.equal(await isHit(question, {}, { as: 'requester' }), false);
    assert.equal(await isHit(question, {}, { as: 'requester', email: 'r2@example.com' }), true);
    assert.equal(await isHit(question, {}, { email: 'other.agent@example.com' }), true);
    assert.equal(await isHit(question, { max_kb_results: 7 }), false);
    const description = 'VPN sign-in rejected';
    const find = (options: Json) => world.post('/ai/exemplars', { description }, options);
    assert.equal((await find({})).body.cache_hit, false);
    assert.equal((await find({ as: 'itsm_manager' })).body.cache_hit, true);
  });

  test('a cached response is dropped when the article it cites changes or is removed', async () => {
    const { id } = await createPublished({
      title: 'Elevator is stuck',
      body: 'Press the red button of the elevator and wait for the janitor.',
    });
    const question = 'What do I do when the elevator is stuck?';
    await until(
      'it is indexed',
      async () => (await world.ask(`${question} ${Math.random()}`)).grounded,
    );
    const first = await world.ask(question);
    assert.equal(first.citations[0].article_id, id);
    assert.equal(await isHit(question), true);
    const body = 'Press the green button of the elevator twice.';
    assert.equal((await call('PATCH', `/${id}`, { body }, asManager)).status, 200);
    assert.equal(await isHit(question), false, 'edited');
    await until('the edit is indexed', async () =>
      (await world.ask(`${question} ${Math.random()}`)).answer.includes('green'),
    );
    assert.equal((await call('DELETE', `/${id}`, undefined, asManager)).status, 200);
    const gone = await world.ask(question);
    assert.deepEqual([gone.cache_hit, gone.grounded], [false, false]);
  });

  test('an answer without citations is cached until an article is published', async () => {
    await agePublications();
    const question = 'How do I feed the office cat?';
    assert.equal((await world.ask(question)).grounded, false);
    assert.equal(await isHit(question), true);
    const { id } = await createPublished({
      title: 'Feed the office cat',
      body: 'One spoon of cat food.',
    });
    assert.equal(await isHit(question), false);
    await until('it is answered', async () => (await world.ask(question)).grounded);
    await call('DELETE', `/${id}`, undefined, asManager);
  });

  test('an answer without citations is dropped when an article that it names as related changes or is removed', async () => {
    const { id } = await createPublished({
      title: 'Bicycles in the yard',
      body: '## Steps\n\nChain your bicycle to the rack in the yard.',
    });
    const question = 'Who repairs a flat tyre?';
    await until('it is indexed', async () => (await world.ask(question)).index.ready);
    const namesIt = async (): Promise<[boolean, string | undefined]> => {
      const { cache_hit, related } = await world.ask(question);
      return [cache_hit, related.find((one: Json) => one.article_id === id)?.title];
    };
    await agePublications();
    await until('it is cached', async () => (await namesIt())[0]);
    assert.deepEqual(await namesIt(), [true, 'Bicycles in the yard']);
    const title = 'Bicycles in the court';
    assert.equal((await call('PATCH', `/${id}`, { title }, asManager)).status, 200);
    await agePublications();
    assert.equal((await namesIt())[0], false, 'edited');
    await until('the edit is cached', async () => (await namesIt())[0]);
    assert.deepEqual(await namesIt(), [true, title]);
    assert.equal((await call('POST', `/${id}/retire`, undefined, asManager)).status, 200);
    assert.deepEqual(await namesIt(), [false, undefined], 'retired');
  });

  test('no answer is cached while an article waits to be indexed', async () => {
    await agePublications();
    const question = 'How do I water the office fern?';
    const hidden = await world.instance.sql(
      `delete from passages where article_id = (select min(article_id) from passages) returning *`,
    );
    const other = 'How do I replace the toner of a colour printer?';
    for (const one of [question, other]) await world.ask(one);
    assert.deepEqual([await isHit(question), await isHit(other)], [false, false]);
    const suggest = async (): Promise<boolean> =>
      (await world.post('/ai/suggest', { text: 'The printer prints nothing' })).body.cache_hit;
    assert.deepEqual([await suggest(), await suggest()], [false, true], 'it reads no articles');
    await world.instance.sql(
      `insert into passages select * from jsonb_populate_recordset(null::passages, $1::jsonb)`,
      [JSON.stringify(hidden)],
    );
    for (const one of [question, other]) await world.ask(one);
    assert.deepEqual([await isHit(question), await isHit(other)], [true, true]);
  });

  test('the cache key includes the context record and its version', async () => {
    const { body: incident } = await world.post('/incidents', {
      short_description: 'Printer prints blank pages',
    });
    const more = { context_record: { type: 'incident', id: incident.id } };
    const question = 'How is this fixed?';
    assert.equal(await isHit(question, more), false);
    assert.equal(await isHit(question, more), true);
    await world.instance.call('PATCH', `/incidents/${incident.id}`, { body: { category: 'x' } });
    assert.equal(await isHit(question, more), false);
  });

  test('a cached analysis is dropped when its record or a similar case changes', async () => {
    const { body: incident } = await world.post('/incidents', {
      short_description: 'VPN rejects my password',
    });
    const analyze = async (): Promise<boolean> =>
      (await world.post('/ai/analyze', { record_type: 'incident', record_id: incident.id })).body
        .cache_hit;
    assert.deepEqual([await analyze(), await analyze()], [false, true]);
    await world.instance.call('POST', `/incidents/${incident.id}/notes`, { body: { body: 'x' } });
    assert.deepEqual([await analyze(), await analyze()], [false, true]);
    await world.instance.call('PATCH', `/incidents/${world.cases[0]}`, {
      body: { resolution: 'Something else.' },
    });
    assert.equal(await analyze(), false);
  });

  test('suggestions and exemplars are computed again once their cache entry expires', async () => {
    const suggest = async (): Promise<boolean> =>
      (await world.post('/ai/suggest', { text: 'Printer is empty' })).body.cache_hit;
    assert.deepEqual([await suggest(), await suggest()], [false, true]);
    const rows = await world.instance.sql(
      `select extract(epoch from expires_at - created_at)::int as seconds from ai_cache group by 1 order by 1`,
    );
    assert.deepEqual(
      rows.map(({ seconds }) => seconds),
      [300, 900, 1800, 3600],
    );
    await world.instance.sql('update ai_cache set expires_at = now()');
    assert.equal(await suggest(), false);
  });

  test('a listing of records is never cached', async () => {
    const query = async (): Promise<boolean> =>
      (await world.post('/ai/query', { query: 'Which open incidents are there?' })).body.cache_hit;
    assert.deepEqual([await query(), await query()], [false, false]);
    const other = async (): Promise<boolean> =>
      (await world.post('/ai/query', { query: 'VPN rejects the password' })).body.cache_hit;
    assert.deepEqual([await other(), await other()], [false, true]);
  });

  test('only cached responses are served once the token budget of the day is used up', async () => {
    const email = 'spender@example.com';
    const question = 'How do I replace the toner cartridge?';
    assert.equal(await isHit(question, {}, { email }), false);
    const settings = { as: 'super_admin', body: { ai_tokens_per_day: 1 } } as const;
    assert.equal((await world.instance.call('PATCH', '/settings', settings)).status, 200);
    const refused = await world.post('/ai/suggest', { text: 'Toner by the door' }, { email });
    assert.equal(refused.status, 429);
    assert.deepEqual([refused.body.code, refused.body.budget], ['ai_budget_exceeded', 1]);
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.equal(await isHit(question, {}, { email }), true);
    const others = await world.post('/ai/suggest', { text: 'Toner' }, { email: 'new@example.com' });
    assert.equal(others.status, 200);
  });
});

describe('AI rate limits', { skip }, () => {
  test('each AI endpoint has its own bucket per minute, charged by every request', async () => {
    const { instance, post } = await startAi({
      env: { RATE_LIMITS: 'general=1000000,ai.ask=3,ai.suggest=2' },
    });
    try {
      const statuses: number[] = [];
      for (const body of [{ question: 'VPN' }, { question: 'VPN' }, {}, { question: 'VPN' }])
        statuses.push((await post('/ai/ask', body)).status);
      assert.deepEqual(statuses, [200, 200, 400, 429]);
      const limited = await post('/ai/ask', { question: 'VPN' });
      assert.deepEqual(
        [limited.body.code, limited.body.limited_by, limited.headers.get('x-ratelimit-limit')],
        ['rate_limited', 'ai.ask', '3'],
      );
      const other = await post('/ai/suggest', { text: 'VPN' });
      assert.deepEqual([other.status, other.headers.get('x-ratelimit-remaining')], [200, '1']);
    } finally {
      await instance.stop();
    }
  });
});
