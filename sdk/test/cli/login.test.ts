// A person signs in through the hosted pages; tokens are renewed, and profiles are chosen and removed.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Browser } from '../../../server/test/support/people.ts';
import { until } from '../../../server/test/support/processes.ts';
import { ProfileStore } from '../../src/cli/profiles/profiles.store.ts';
import { sdkSection } from '../setup.ts';
import { makeHome, runHere, startCommand } from './setup.ts';

const password = 'correct horse battery';

sdkSection('The login of the command line', (instance) => {
  const home = makeHome();
  after(() => home.remove());
  const store = new ProfileStore(join(home.folder, 'signalbox'));
  const email = 'pat@example.com';

  /** Opens the printed address, signs in, and follows the redirect to the waiting process. */
  const signIn = async (address: string): Promise<Response> => {
    const { AUTH_URL } = instance.running.deps.config;
    const browser = new Browser();
    const page = await browser.follow(await browser.visit(address), AUTH_URL);
    const sent = await browser.visit(page.url, { email, password });
    const { url } = await browser.follow(sent, AUTH_URL);
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/callback\?/);
    const stranger = await fetch(url.replace(/state=[^&]+/, 'state=other'));
    assert.equal(stranger.status, 400, 'another state is not this login');
    return fetch(url);
  };

  test('a person signs in with the browser; the login is stored for its owner only', async () => {
    const admin = await instance.clientAs('super_admin');
    await admin.users.create({ email, name: 'Pat', roles: ['agent'], password });
    const login = startCommand(['login', '--url', instance.running.url, '--no-browser'], home.env);
    const address = await until(
      'the address',
      () => /http:\S+authorize\S+/.exec(login.output())?.[0],
    );
    const page = await signIn(address);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /Signed in/);
    const { code, out, err } = await login.finished;
    assert.equal(code, 0, err);
    assert.match(out, /Signed in to http:\S+ as Pat \(pat@example\.com\), agent\./);
    assert.equal(statSync(store.file).mode & 0o777, 0o600);
    assert.equal(statSync(store.folder).mode & 0o777, 0o700);
    const me = await runHere(['whoami'], home.env);
    assert.match(me.out, /pat@example\.com[^]*By +login/);
  });

  test('an expired token is renewed once for several processes', async () => {
    await store.update(({ profiles }) => {
      const { default: profile } = profiles;
      assert.ok(profile?.kind === 'login');
      profile.expiresAt = 0;
    });
    const before = (await store.read()).profiles['default'];
    const results = await Promise.all(
      Array.from({ length: 4 }, () => runHere(['incidents', 'list'], home.env)),
    );
    for (const { code, err } of results) assert.equal(code, 0, err);
    const renewed = (await store.read()).profiles['default'];
    assert.ok(before?.kind === 'login' && renewed?.kind === 'login');
    assert.notEqual(renewed.refreshToken, before.refreshToken);
    assert.equal((await runHere(['whoami'], home.env)).code, 0);
  });

  test('a key is a profile of its own, and profiles are listed and chosen', async () => {
    const profile = (await store.read()).profiles['default'];
    assert.ok(profile?.kind === 'login');
    const me = await instance.clientAs('agent', {
      clientId: undefined,
      clientSecret: undefined,
      token: profile.accessToken,
    } as never);
    const { secret } = await me.apiKeys.create({ name: 'cli' });
    const stored = await runHere(
      ['login', '--url', instance.running.url, '--profile', 'ci', '--with-key'],
      home.env,
      `${secret}\n`,
    );
    assert.equal(stored.code, 0, stored.err);
    assert.match(
      (await runHere(['profiles'], home.env)).out,
      /default +http\S+ +login of pat[^]*ci \* +http\S+ +API key/,
    );
    assert.match((await runHere(['whoami'], home.env)).out, /By +API key/);
    assert.equal((await runHere(['profiles', 'use', 'default'], home.env)).code, 0);
    assert.match((await runHere(['whoami'], home.env)).out, /By +login/);
    const wrong = await runHere(
      ['login', '--url', instance.running.url, '--with-key'],
      home.env,
      'hello',
    );
    assert.equal(wrong.code, 2);
  });

  test('logout revokes the login and removes the profile', async () => {
    const profile = (await store.read()).profiles['default'];
    assert.ok(profile?.kind === 'login');
    const { code, out } = await runHere(['logout', '--profile', 'default'], home.env);
    assert.deepEqual([code, out], [0, `Signed out of ${instance.running.url}.\n`]);
    assert.equal((await store.read()).current, 'ci');
    await store.update(({ profiles }) => {
      profiles['default'] = { ...profile, expiresAt: 0 };
    });
    const refused = await runHere(['whoami', '--profile', 'default'], home.env);
    assert.equal(refused.code, 3);
    assert.match(refused.err, /has ended[^]*Run `signalbox login`/);
  });
});
