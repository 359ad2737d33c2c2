import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, type Json, type RequestOptions } from '../support/harness.ts';
import { section } from './setup.ts';

section('Participants', (instance) => {
  let people = 0;
  /** Creates a user, whose requests are made with `by`. */
  const user = async (role: string, name = 'Somebody'): Promise<Json> => {
    const email = `${role}.${(people += 1)}@example.com`;
    const { body, status, text } = await instance.call('POST', '/users', {
      as: 'super_admin',
      body: { email, name, roles: [role] },
    });
    assert.equal(status, 201, text);
    const token = await instance.running.mint({ sub: body.id, email, roles: [role] });
    return { id: body.id, email, by: { token } };
  };
  const create = async (path: string, body: Json): Promise<Json> => {
    const { status, body: record, text } = await instance.call('POST', path, { body });
    assert.equal(status, 201, text);
    return record;
  };
  const get = async (path: string, options: RequestOptions = {}): Promise<Json> => {
    const { status, body, text } = await instance.call('GET', `${path}/participants`, options);
    assert.equal(status, 200, text);
    return body;
  };
  const put = (path: string, participants: Json[], options: RequestOptions = {}) =>
    instance.call('PUT', `${path}/participants`, { ...options, body: { participants } });
  const watcher = (email: string) => ({ email, kind: 'watcher' });
  const cc = (email: string) => ({ email, kind: 'cc' });
  const entriesOf = async (path: string, options: RequestOptions = {}): Promise<Json[]> =>
    (await instance.call('GET', `${path}/timeline`, options)).body.data;

  test('the list is replaced as a whole, with a version, an entry and an event', async () => {
    const [ada, ben] = [await user('agent'), await user('agent')];
    const { id } = await instance.incident({ requester: 'anna@example.com' });
    const path = `/incidents/${id}`;
    const requester = { email: 'anna@example.com', kind: 'requester', source: 'field' };
    assert.deepEqual(await get(path), { participants: [requester], watching: false, version: 1 });
    const first = await put(path, [watcher(ada['email']), cc('tom@example.com')]);
    const [tom, byAda] = [
      { ...cc('tom@example.com'), source: 'added' },
      { ...watcher(ada['email']), source: 'added' },
    ];
    assert.deepEqual(
      [first.status, first.body, first.headers.get('etag')],
      [200, { participants: [requester, tom, byAda], watching: false, version: 2 }, '"2"'],
    );
    assert.deepEqual(await get(path), first.body);
    const second = await put(path, [requester, tom, watcher(ben['email'])]);
    assert.equal(second.body.version, 3);
    const byBen = { ...watcher(ben['email']), source: 'added' };
    assert.deepEqual((await get(path))['participants'], [requester, tom, byBen]);
    assert.equal((await put(path, second.body.participants)).body.version, 3);
    const [entry] = await entriesOf(path);
    const changes = { watchers: { from: [ada['email']], to: [ben['email']] } };
    assert.deepEqual([entry?.['kind'], entry?.['changes']], ['incident.updated', changes]);
    const events = await instance.events(id);
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.changes]),
      [
        ['incident.created', undefined],
        [
          'incident.updated',
          {
            cc: { from: [], to: ['tom@example.com'] },
            watchers: { from: [], to: [ada['email']] },
          },
        ],
        ['incident.updated', changes],
      ],
    );
  });

  test('records of every type have participants, with the requester of the type', async () => {
    const ada = await user('agent');
    const paths: [string, Json, string | undefined][] = [
      ['/changes', { short_description: 'Upgrade' }, addressOf('itsm_manager')],
      [
        '/requests',
        { short_description: 'A laptop', requested_for: 'anna@example.com' },
        'anna@example.com',
      ],
      ['/requests', { short_description: 'A phone' }, addressOf('itsm_manager')],
      ['/cmdb/cis', { name: 'db-7', class: 'server' }, undefined],
      ['/knowledge/articles', { title: 'Pools', body: 'x' }, undefined],
    ];
    for (const [collection, body, requester] of paths) {
      const { id } = await create(collection, body);
      const path = `${collection}/${id}`;
      const { status, text } = await put(path, [watcher(ada['email'])]);
      assert.equal(status, 200, text);
      assert.deepEqual((await get(path))['participants'], [
        ...(requester ? [{ email: requester, kind: 'requester', source: 'field' }] : []),
        { ...watcher(ada['email']), source: 'added' },
      ]);
    }
  });

  test('a PUT with an old version is 412, and names no field of the record', async () => {
    const { id } = await instance.incident();
    const path = `/incidents/${id}`;
    const options = { headers: { 'if-match': '"1"' } };
    assert.equal((await put(path, [cc('a@example.com')], options)).status, 200);
    const { status, body } = await put(path, [cc('b@example.com')], options);
    assert.deepEqual([status, body.code, body.changed_fields], [412, 'version_mismatch', []]);
    assert.equal((await get(path))['participants'].at(-1).email, 'a@example.com');
  });

  test('the requester is changed as a field: another one in a PUT is 400', async () => {
    const { id } = await instance.incident({ requester: 'anna@example.com' });
    const path = `/incidents/${id}`;
    const { status, body } = await put(path, [
      cc('tom@example.com'),
      { email: 'eva@example.com', kind: 'requester' },
    ]);
    assert.deepEqual(
      [status, body.errors[0].pointer, body.errors[0].code],
      [400, '/participants/1/email', 'not_allowed'],
    );
    assert.match(body.errors[0].message, /requester of the record/);
    const same = { email: 'ANNA@example.com', kind: 'requester' };
    assert.equal((await put(path, [same])).status, 200);
    assert.equal((await put(path, [])).status, 200);
    assert.deepEqual((await get(path))['participants'].length, 1);
    const { id: ci } = await create('/cmdb/cis', { name: 'db-8', class: 'server' });
    assert.equal((await put(`/cmdb/cis/${ci}`, [same])).status, 400);
  });

  test('a watcher who may not read the record is 400 not_readable, a known one stays', async () => {
    const [requester, ada] = [await user('requester'), await user('agent')];
    const { id } = await instance.incident();
    const path = `/incidents/${id}`;
    const { status, body } = await put(path, [
      watcher(ada['email']),
      watcher(requester['email']),
      cc(requester['email']),
      watcher('nobody@example.com'),
    ]);
    assert.equal(status, 400);
    assert.deepEqual(
      body.errors.map(({ pointer, code }: Json) => [pointer, code]),
      [
        ['/participants/1/email', 'not_readable'],
        ['/participants/3/email', 'not_readable'],
      ],
    );
    assert.equal((await put(path, [watcher(ada['email'])])).status, 200);
    await instance.call('PATCH', `/users/${ada['id']}`, {
      as: 'super_admin',
      body: { roles: ['requester'] },
    });
    const again = await put(path, [watcher(ada['email']), cc('tom@example.com')]);
    assert.equal(again.status, 200);
    const { id: own } = await instance.incident({ requester: requester['email'] });
    assert.equal((await put(`/incidents/${own}`, [watcher(requester['email'])])).status, 200);
  });

  test('people watch and stop watching by themselves, and a repetition changes nothing', async () => {
    const ada = await user('agent');
    const { id } = await instance.incident();
    const path = `/incidents/${id}`;
    const send = (method: string) => instance.call(method, `${path}/watch`, ada['by']);
    assert.deepEqual((await send('POST')).body, { watching: true, version: 2 });
    assert.deepEqual((await send('POST')).body, { watching: true, version: 2 });
    const { participants, watching } = await get(path, ada['by']);
    assert.deepEqual(
      [participants.at(-1), watching],
      [{ ...watcher(ada['email']), source: 'watch' }, true],
    );
    assert.equal((await get(path))['watching'], false);
    assert.deepEqual((await send('DELETE')).body, { watching: false, version: 3 });
    assert.deepEqual((await send('DELETE')).body, { watching: false, version: 3 });
    assert.equal((await get(path, ada['by']))['watching'], false);
    const [left, joined] = await entriesOf(path);
    assert.deepEqual(
      [left?.['changes'], joined?.['changes']],
      [
        { watchers: { from: [ada['email']], to: [] } },
        { watchers: { from: [], to: [ada['email']] } },
      ],
    );
    assert.deepEqual(
      (await instance.events(id)).map(({ type }) => type),
      ['incident.created'],
      'watching emits no event',
    );
  });

  test('a record of others cannot be watched by a requester', async () => {
    const requester = await user('requester');
    const { id } = await instance.incident();
    const { status } = await instance.call('POST', `/incidents/${id}/watch`, requester['by']);
    assert.equal(status, 404);
    const { id: own } = await instance.incident({}, requester['by']);
    const watched = await instance.call('POST', `/incidents/${own}/watch`, requester['by']);
    assert.equal(watched.status, 200);
  });

  test('requesters see the requester and people in copy, and learn nothing of watchers', async () => {
    const [requester, ada] = [await user('requester'), await user('agent')];
    const { id } = await instance.incident({}, requester['by']);
    const path = `/incidents/${id}`;
    await put(path, [watcher(ada['email'])]);
    await put(path, [watcher(ada['email']), cc('tom@example.com')]);
    await put(path, [cc('tom@example.com')]);
    await instance.call('POST', `${path}/watch`, ada['by']);
    assert.deepEqual(
      (await get(path, requester['by']))['participants'].map(({ kind }: Json) => kind),
      ['requester', 'cc'],
    );
    const changes = (rows: Json[]) => rows.map((row) => row['changes'] ?? row['data']?.changes);
    const timeline = await entriesOf(path, requester['by']);
    assert.deepEqual(changes(timeline).slice(0, -1), [
      { cc: { from: [], to: ['tom@example.com'] } },
    ]);
    const events = await instance.call('GET', `/events?record=${id}`, requester['by']);
    assert.deepEqual(changes(events.body.data).slice(1), [
      { cc: { from: [], to: ['tom@example.com'] } },
    ]);
    assert.doesNotMatch(
      [JSON.stringify(timeline), events.text].join(),
      new RegExp(ada['email']),
      'the watcher is not named',
    );
    assert.equal((await put(path, [], requester['by'])).status, 403);
  });

  test('a person who was added by a former address is the same participant', async () => {
    const ada = await user('agent');
    const { id } = await instance.incident();
    const path = `/incidents/${id}`;
    await put(path, [watcher(ada['email'])]);
    const present = `new.${ada['email']}`;
    await instance.call('PATCH', `/users/${ada['id']}`, {
      as: 'super_admin',
      body: { email: present },
    });
    assert.equal((await get(path))['participants'].at(-1).email, present);
    const { body } = await put(path, [watcher(ada['email']), watcher(present)]);
    assert.deepEqual([body.version, body.participants.length], [2, 1]);
    const [{ token_generation: gen }] = await instance.running.sql(
      'select token_generation from users where id = $1',
      [ada['id']],
    );
    const claims = { sub: ada['id'], email: present, roles: ['agent'], gen };
    const token = await instance.running.mint(claims);
    const { body: left } = await instance.call('DELETE', `${path}/watch`, { token });
    assert.deepEqual(left, { watching: false, version: 3 });
  });

  test('a record has at most 100 participants besides the requester', async () => {
    const { id } = await instance.incident();
    const path = `/incidents/${id}`;
    const many = Array.from({ length: 101 }, (_, n) => cc(`p${n}@example.com`));
    const { status, body } = await put(path, many);
    assert.deepEqual([status, body.code], [409, 'too_many_participants']);
    assert.equal((await put(path, many.slice(1))).status, 200);
    const ada = await user('agent');
    const watched = await instance.call('POST', `${path}/watch`, ada['by']);
    assert.deepEqual([watched.status, watched.body.code], [409, 'too_many_participants']);
  });

  test('a duplicate keeps its participants, but everybody may watch it', async () => {
    const ada = await user('agent');
    const [one, leader] = [await instance.incident(), await instance.incident()];
    const path = `/incidents/${one['id']}`;
    await instance.call('POST', `${path}/merge`, { body: { into: leader['id'] } });
    const { status, body } = await put(path, [cc('tom@example.com')]);
    assert.deepEqual([status, body.code], [409, 'merged']);
    assert.equal((await instance.call('POST', `${path}/watch`, ada['by'])).status, 200);
    assert.equal((await instance.call('DELETE', `${path}/watch`, ada['by'])).status, 200);
  });

  test('a record that does not exist or is deleted is 404', async () => {
    const { id } = await instance.incident();
    await instance.call('DELETE', `/incidents/${id}`);
    for (const path of [`/incidents/${id}`, '/incidents/INC9999999']) {
      assert.equal((await instance.call('GET', `${path}/participants`)).status, 404);
      assert.equal((await put(path, [])).status, 404);
      assert.equal((await instance.call('POST', `${path}/watch`)).status, 404);
      assert.equal((await instance.call('DELETE', `${path}/watch`)).status, 404);
    }
  });
});
