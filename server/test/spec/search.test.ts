// One search finds records of every type by words and ids, and nothing that the caller may not read.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Json } from '../support/harness.ts';
import { section } from './setup.ts';

section('Search over all records', (instance) => {
  const agent = { as: 'agent', email: 'desk@example.com' } as const;
  const anna = { as: 'requester', email: 'anna@example.com' } as const;
  const make = async (path: string, body: Json, options: Json = agent): Promise<Json> => {
    const reply = await instance.call('POST', path, { ...options, body });
    assert.equal(reply.status, 201, reply.text);
    return reply.body;
  };
  const search = async (query: string, options: Json = agent): Promise<Json[]> => {
    const reply = await instance.call('GET', `/search?${query}`, options);
    assert.equal(reply.status, 200, reply.text);
    return reply.body.groups;
  };
  const idsOf = (groups: readonly Json[]): Json =>
    Object.fromEntries(groups.map(({ type, data }) => [type, data.map((one: Json) => one.id)]));
  const made: Record<string, Json> = {};

  before(async () => {
    const title = { short_description: 'The quagga feeder jams' };
    made['incident'] = await make('/incidents', { ...title, requester: anna.email });
    made['other'] = await make('/incidents', { ...title, description: 'Another quagga' });
    made['change'] = await make('/changes', { ...title, type: 'normal', risk: 'low' });
    made['request'] = await make('/requests', { ...title, requested_for: anna.email });
    made['ci'] = await make('/cmdb/cis', { name: 'quagga-01', class: 'server' });
    made['article'] = await make('/knowledge/articles', {
      title: 'Feed a quagga',
      body: 'Gently.',
    });
    await make(
      '/users',
      { email: 'quentin@example.com', name: 'Zoe Quagga', roles: ['requester'] },
      { as: 'super_admin' },
    );
  });

  test('a word finds every type in its group, with the match marked', async () => {
    const groups = await search('q=quagga');
    assert.deepEqual(
      groups.map(({ type, total }) => [type, total]),
      [
        ['incident', 2],
        ['change', 1],
        ['request', 1],
        ['article', 1],
        ['ci', 1],
        ['person', undefined],
      ],
    );
    const [newest] = groups[0]?.['data'] ?? [];
    assert.deepEqual(
      [newest.id, newest.title, newest.state],
      [made['other']?.['id'], made['other']?.['short_description'], 'new'],
    );
    assert.ok(newest.url.endsWith(`/incidents/${newest.id}`));
    const marked = newest.highlights.map(({ field, parts }: Json) => [
      field,
      parts.filter((part: Json) => part.match).map((part: Json) => part.text),
    ]);
    assert.deepEqual(marked, [
      ['title', ['quagga']],
      ['text', ['quagga']],
    ]);
  });

  test('types and limit narrow a search, and the last word is a prefix', async () => {
    const groups = await search('q=feeder+quag&types=incident,change&limit=1');
    assert.deepEqual(idsOf(groups), {
      incident: [made['other']?.['id']],
      change: [made['change']?.['id']],
    });
    assert.equal((await instance.call('GET', '/search?q=x&types=ticket')).status, 400);
    assert.equal((await instance.call('GET', '/search?q=x&limit=26')).status, 400);
    assert.equal((await instance.call('GET', '/search?q=%20')).status, 400);
  });

  test('an id in any case finds its record first, in the first group', async () => {
    for (const type of ['incident', 'change', 'request', 'article', 'ci']) {
      const { id } = made[type];
      const [first] = await search(`q=${String(id).toLowerCase()}`);
      assert.deepEqual([first?.['type'], first?.['data'][0].id], [type, id]);
    }
  });

  test('very common words find nothing and fail nothing', async () => {
    assert.deepEqual(await search('q=the&types=incident,article'), []);
  });

  test('people are found by any word of their name, and by their address', async () => {
    for (const q of ['quagga', 'zoe+qua', 'quentin@'])
      assert.deepEqual(
        (await search(`q=${q}&types=person`)).map(({ data }) => data.map((one: Json) => one.title)),
        [['Zoe Quagga']],
        q,
      );
    assert.deepEqual(await search('q=%25&types=person'), []);
  });

  test('a requester finds own records and published articles only', async () => {
    assert.deepEqual(idsOf(await search('q=quagga', anna)), {
      incident: [made['incident']?.['id']],
      request: [made['request']?.['id']],
    });
    const { id } = made['other'];
    assert.deepEqual(await search(`q=${id}`, anna), []);
    assert.deepEqual(await search(`q=${made['article']?.['id']}`, anna), []);
  });

  test('a note is found by those who may read it, and its text is shown to nobody else', async () => {
    const { id } = made['incident'];
    const words = { public: 'okapipublic', team: 'okapiteam', private: 'okapiprivate' };
    for (const [visibility, word] of Object.entries(words))
      await make(`/incidents/${id}/notes`, { body: `It is ${word}.`, visibility });
    const readers: [options: Json, visibilities: string[]][] = [
      [agent, ['public', 'team', 'private']],
      [{ as: 'agent', email: 'else@example.com' }, ['public', 'team']],
      [{ as: 'itsm_manager' }, ['public', 'team', 'private']],
      [anna, ['public']],
      [{ as: 'requester', email: 'bert@example.com' }, []],
    ];
    for (const [reader, visibilities] of readers) {
      const all = JSON.stringify(await search('q=okapi', reader));
      for (const [visibility, word] of Object.entries(words)) {
        const mayRead = visibilities.includes(visibility);
        const found = await search(`q=${word}`, reader);
        assert.deepEqual(idsOf(found), mayRead ? { incident: [id] } : {}, visibility);
        if (!mayRead) assert.ok(!all.includes(word), visibility);
      }
    }
    await instance.call('DELETE', `/incidents/${id}`, { as: 'super_admin' });
    assert.deepEqual(await search('q=okapipublic'), []);
  });
});
