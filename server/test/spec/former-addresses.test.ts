// Records that name a former address of a person are still theirs, and nobody else gets the address.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { logIn } from '../support/people.ts';
import { StreamClient } from '../support/stream-client.ts';
import { section } from './setup.ts';

const password = 'correct horse battery';
const as = 'super_admin' as const;

section('Former addresses', (instance) => {
  const newAddress = () => `p${randomBytes(5).toString('hex')}@example.com`;
  const tokenOf = async (email: string): Promise<string> => {
    const { AUTH_URL, BASE_URL } = instance.running.deps.config;
    return (await logIn(AUTH_URL, BASE_URL, { email, password })).access_token;
  };
  const ok = async (...request: Parameters<typeof instance.call>): Promise<Json> => {
    const { status, body, text } = await instance.call(...request);
    assert.ok(status < 300, text);
    return body;
  };

  class Person {
    readonly id: string;
    email: string;
    token: string;

    constructor({ id, email }: Json, token: string) {
      this.id = id;
      this.email = email;
      this.token = token;
    }

    /** Signs in again, because the former tokens are revoked. */
    async move(): Promise<string> {
      const former = this.email;
      this.email = newAddress();
      await ok('PATCH', `/users/${this.id}`, { as, body: { email: this.email } });
      this.token = await tokenOf(this.email);
      return former;
    }

    call(method: string, path: string, body?: Json) {
      return instance.call(method, path, { token: this.token, body });
    }

    async get(path: string): Promise<Json> {
      const { status, body, text } = await this.call('GET', path);
      assert.equal(status, 200, text);
      return body;
    }
  }

  const person = async (role: string): Promise<Person> => {
    const body = { email: newAddress(), name: 'Pat', roles: [role], password };
    const user = await ok('POST', '/users', { as, body });
    return new Person(user, await tokenOf(user.email));
  };

  test('own incidents, requests and notifications stay, with their totals and counts', async () => {
    const pat = await person('requester');
    const [first] = [pat.email];
    const opened = (await pat.call('POST', '/incidents', { short_description: 'One' })).body;
    const request = (await pat.call('POST', '/requests', { short_description: 'Two' })).body;
    const agent = await person('agent');
    const answer = { state: 'in_progress', public_note: 'Hello.' };
    assert.equal((await agent.call('PATCH', `/incidents/${opened.id}`, answer)).status, 200);
    const former = await pat.move();
    assert.equal(former, first);
    // Both columns name the person by different addresses: the incident counts once.
    const mixed = await ok('POST', '/incidents', {
      token: pat.token,
      body: { short_description: 'Three', requester: former.toUpperCase() },
    });
    await pat.move();

    const ids = [mixed.id, opened.id];
    for (const query of ['limit=200', 'limit=1', 'q=one']) {
      const { data, total } = await pat.get(`/incidents?${query}`);
      const expected = query === 'q=one' ? [opened.id] : ids;
      const limit = query === 'limit=1' ? 1 : 200;
      assert.deepEqual(
        [data.map((one: Json) => one.id), total],
        [expected.slice(0, limit), expected.length],
        query,
      );
    }
    const { total, by } = await pat.get('/incidents/counts?by=state');
    assert.deepEqual(
      [total, by.state.map(({ count }: Json) => count)],
      [2, [1, 1]],
      'an incident that names two addresses of a person is counted once',
    );
    for (const path of [
      `/incidents/${opened.id}`,
      `/incidents/${mixed.id}`,
      `/requests/${request.id}`,
    ])
      await pat.get(path);
    assert.deepEqual(
      (await pat.get('/requests')).data.map((one: Json) => one.id),
      [request.id],
    );
    const { groups } = await pat.get('/search?q=three&types=incident');
    assert.equal(groups[0].data[0].id, mixed.id);

    const { data, unread } = await pat.get('/notifications');
    assert.deepEqual([data.length, unread], [1, 1]);
    const stream = await StreamClient.open(instance.running.url, { token: pat.token });
    await stream.until(({ unread: counts }) => counts.length > 0, 'a count');
    assert.deepEqual(stream.unread, [1]);
    const read = await pat.call('POST', `/notifications/${data[0].id}/read`);
    assert.equal(read.status, 200, read.text);
    await stream.until(({ unread: counts }) => counts.includes(0), 'no unread notification');
    stream.destroy();
  });

  test('a filter by any address of a person finds what names any of them, for the person and for others', async () => {
    const agent = await person('agent');
    const assign = (email: string) =>
      ok('POST', '/incidents', { body: { short_description: 'x', assigned_to: email } });
    const made = [await assign(agent.email)];
    const former = await agent.move();
    made.push(await assign(agent.email), await assign(former));
    const expected = made.map(({ id }) => id).toReversed();
    for (const address of [agent.email, former.toUpperCase()]) {
      for (const token of [agent.token, (await person('auditor')).token]) {
        const path = `/incidents?assigned_to=${encodeURIComponent(address)}`;
        const { body } = await instance.call('GET', path, { token });
        assert.deepEqual(
          [body.data.map((one: Json) => one.id), body.total],
          [expected, 3],
          address,
        );
      }
    }
    const counts = await agent.get(`/incidents/counts?by=assigned_to&assigned_to=${agent.email}`);
    assert.deepEqual(counts.by.assigned_to, [{ value: agent.email, count: 3 }]);
    const shown = await agent.get(`/directory/${former}`);
    assert.equal(shown.email, agent.email);
  });

  test('nobody decides their own change or request after their address changed', async () => {
    const manager = await person('itsm_manager');
    const change = await ok('POST', '/changes', {
      token: manager.token,
      body: { short_description: 'x', state: 'submitted' },
    });
    const request = await ok('POST', '/requests', {
      token: manager.token,
      body: { short_description: 'x' },
    });
    await manager.move();
    for (const path of [`/changes/${change.id}`, `/requests/${request.id}`]) {
      const { status, body } = await manager.call('POST', `${path}/approve`);
      assert.deepEqual([status, body.code], [403, 'self_approval'], path);
    }
    for (const list of ['/changes', '/requests']) {
      const { data } = await manager.get(`${list}?decidable=true&limit=200`);
      const ids = new Set(data.map((one: Json) => one.id));
      assert.deepEqual([ids.has(change.id), ids.has(request.id)], [false, false], list);
    }
  });

  test('a decision, private notes and views of before are still one’s own', async () => {
    const [manager, other] = [await person('itsm_manager'), await person('agent')];
    const change = await ok('POST', '/changes', {
      body: { short_description: 'x', state: 'submitted', type: 'normal', risk: 'high' },
    });
    assert.equal((await manager.call('POST', `/changes/${change.id}/approve`)).status, 200);
    const incident = await instance.incident();
    const note = { body: 'Mine alone.', visibility: 'private' };
    const notes = `/incidents/${incident.id}/notes`;
    assert.equal((await other.call('POST', notes, note)).status, 201);
    const view = await ok('POST', '/views', {
      token: other.token,
      body: { name: 'Mine', list: 'incidents', query: {}, audience: 'me' },
    });
    await manager.move();
    await other.move();
    await manager.call('POST', `/changes/${change.id}/approve`);
    const { approvals } = await manager.get(`/changes/${change.id}`);
    assert.equal(approvals.length, 1, 'the same person approves once');
    assert.equal((await other.get(notes)).total, 1);
    assert.equal((await other.get(`/incidents/${incident.id}`)).work_notes_count, 1);
    await other.get(`/views/${view.id}`);
    assert.equal(
      (await other.call('PATCH', `/views/${view.id}`, { name: 'Still mine' })).status,
      200,
    );
  });

  test('a reply of the requester is one after the address changed', async () => {
    const pat = await person('requester');
    const { id } = (await pat.call('POST', '/incidents', { short_description: 'x' })).body;
    const hold = { state: 'on_hold', on_hold_reason: 'awaiting_caller' };
    await instance.walk(id, 'in_progress');
    assert.equal((await instance.patch(id, hold)).status, 200);
    await pat.move();
    const reply = await pat.call('POST', `/incidents/${id}/notes`, { body: 'Here it is.' });
    assert.equal(reply.status, 201, reply.text);
    const { state, last_reply_by } = await ok('GET', `/incidents/${id}`);
    assert.deepEqual([state, last_reply_by], ['in_progress', 'requester']);
  });

  test('groups follow, and an assignee by a former address is known and notified', async () => {
    const agent = await person('agent');
    const name = `Team ${newAddress()}`;
    await ok('POST', '/groups', { as, body: { name, members: [agent.email] } });
    const former = await agent.move();
    assert.deepEqual((await agent.get('/me')).groups, [name]);
    const made = await ok('POST', '/incidents', {
      body: { short_description: 'x', assigned_to: former },
    });
    assert.equal(made.warnings, undefined);
    const { data } = await agent.get('/notifications');
    assert.equal(data[0].incident_id, made.id);
    const [mail] = await instance.running.sql('select recipients from mails where record_id = $1', [
      made.id,
    ]);
    assert.deepEqual(mail.recipients, [former]);
  });

  test('a former address is refused for every other user and client, in any case', async () => {
    const pat = await person('requester');
    const other = await person('agent');
    const former = (await pat.move()).toUpperCase();
    const refused = [
      await instance.call('POST', '/users', {
        as,
        body: { email: former, name: 'Thief', roles: ['requester'] },
      }),
      await instance.call('PATCH', `/users/${other.id}`, { as, body: { email: former } }),
      await instance.call('POST', '/clients', {
        as,
        body: { name: 'Thief', email: former, roles: ['requester'] },
      }),
    ];
    for (const { status, body } of refused)
      assert.deepEqual([status, body.code, body.field], [409, 'already_exists', 'email']);
    const back = await instance.call('PATCH', `/users/${pat.id}`, { as, body: { email: former } });
    assert.equal(back.status, 200, back.text);
    assert.equal(back.body.previous_emails.length, 1, 'the person may have it again');
  });

  test('a person has at most 16 former addresses, which their token carries', async () => {
    const pat = await person('requester');
    const { id } = (await pat.call('POST', '/incidents', { short_description: 'x' })).body;
    const change = () =>
      instance.call('PATCH', `/users/${pat.id}`, {
        as,
        body: { email: `${'x'.repeat(60)}@${'y'.repeat(60)}.${newAddress().slice(1, 6)}.example` },
      });
    let last: Json = {};
    for (let n = 0; n < 16; n += 1) {
      const { status, body, text } = await change();
      assert.equal(status, 200, text);
      last = body;
    }
    assert.deepEqual(faultsOf(await change()), ['/email too_many']);
    pat.token = await tokenOf(last['email']);
    await pat.get(`/incidents/${id}`);
  });
});
