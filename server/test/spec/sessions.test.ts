import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { Json } from '../support/harness.ts';
import { requestToken, Browser, logIn } from '../support/people.ts';
import { until } from '../support/processes.ts';
import { section } from './setup.ts';

section('Sessions', (instance) => {
  const password = 'correct horse battery';
  const person = async () => {
    const email = `s${randomBytes(5).toString('hex')}@example.com`;
    const body = { email, name: 'Pat', roles: ['requester'], password };
    assert.equal((await instance.call('POST', '/users', { as: 'super_admin', body })).status, 201);
    return { email, password };
  };
  const enter = (who: { email: string; password: string }, browser = new Browser()) => {
    const { AUTH_URL, BASE_URL } = instance.running.deps.config;
    return logIn(AUTH_URL, BASE_URL, who, browser);
  };
  const refresh = (refresh_token: string) =>
    requestToken(instance.running.deps.config.AUTH_URL, {
      grant_type: 'refresh_token',
      client_id: 'console',
      refresh_token,
    });
  const list = async (token: string): Promise<Json[]> => {
    const { status, body, text } = await instance.call('GET', '/profile/sessions', { token });
    assert.equal(status, 200, text);
    return body.data;
  };
  const end = (token: string, id: string) =>
    instance.call('DELETE', `/profile/sessions/${id}`, { token });

  test('a browser whose session was ended by a new password is asked to sign in again', async (t) => {
    const who = await person();
    const browser = new Browser();
    const { access_token: token } = await enter(who, browser);
    const { body: me } = await instance.call('GET', '/me', { token });
    // A session knows its age in whole seconds.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 1000 });
    const next = 'another horse battery';
    const change = { as: 'super_admin', body: { password: next } } as const;
    assert.equal((await instance.call('PATCH', `/users/${me.id}`, change)).status, 200);
    const again = await enter({ ...who, password: next }, browser);
    assert.equal(typeof again.access_token, 'string');
  });

  test('each login is one session, and its token identifies it', async () => {
    const who = await person();
    const first = await enter(who);
    const second = await enter(who);
    const sessions = await list(second.access_token);
    assert.deepEqual(
      sessions.map(({ client, current }) => [client, current]),
      [
        ['console', true],
        ['console', false],
      ],
    );
    assert.deepEqual(Object.keys(sessions[0] ?? {}).toSorted(), [
      'client',
      'created_at',
      'current',
      'id',
      'last_used_at',
      'user_agent',
    ]);
    assert.equal(sessions[0]?.user_agent, 'node');
    const { body } = await refresh(first.refresh_token);
    const later = await list(body.access_token);
    assert.equal(later.length, 2, 'a refresh is the same session');
    assert.deepEqual(
      later.map(({ current }) => current),
      [false, true],
    );
    const { id, created_at, last_used_at } = later[1] ?? {};
    assert.equal(id, sessions[1]?.id);
    assert.ok(last_used_at > created_at);
    assert.deepEqual(
      await list((await enter(await person())).access_token).then((l) => l.length),
      1,
    );
  });

  test('ending a session invalidates its refresh and access tokens, and the browser must log in again', async () => {
    const who = await person();
    const browser = new Browser();
    const lost = await enter(who, browser);
    const mine = await enter(who);
    const [, other] = await list(mine.access_token);
    const ended = await end(mine.access_token, other?.id);
    assert.deepEqual([ended.status, ended.body.ended], [200, true], ended.text);
    assert.equal((await refresh(lost.refresh_token)).status, 400);
    await until('its access token is refused', async () => {
      const { status } = await instance.call('GET', '/me', { token: lost.access_token });
      return status === 401;
    });
    assert.equal((await list(mine.access_token)).length, 1);
    assert.equal((await refresh(mine.refresh_token)).status, 200, 'the other one goes on');
    // `logIn` fills in the login page, which a live session in the browser would skip.
    assert.ok((await enter(who, browser)).access_token);
    const audit = await instance.call('GET', `/audit?record=${other?.id}`);
    assert.deepEqual(
      audit.body.data.map((one: Json) => [one.kind, one.actor]),
      [['session.ended', who.email]],
    );
    assert.equal((await end(mine.access_token, other?.id)).status, 404, 'it is gone');
  });

  test('nobody can see or end the session of another', async () => {
    const [victim, thief] = [await enter(await person()), await enter(await person())];
    const [theirs] = await list(victim.access_token);
    assert.equal((await end(thief.access_token, theirs?.id)).status, 404);
    assert.equal((await end(thief.access_token, 'x')).status, 404);
    assert.equal((await list(victim.access_token)).length, 1);
  });

  test('a token without a login has no session', async () => {
    const { body } = await instance.call('GET', '/profile/sessions');
    assert.deepEqual([body.data, body.total], [[], 0]);
  });
});
