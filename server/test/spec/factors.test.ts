// A person with a second factor signs in with it and with recovery codes, and manages both.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { claimsOf, codesIn, Factors } from '../support/factors.ts';
import { CONSOLE } from '../support/logins.ts';
import { Browser } from '../support/people.ts';
import { TestClock } from './setup.ts';

describe('A second factor', () => {
  const clock = new TestClock();
  let instance: Instance;
  let factors: Factors;
  before(async () => {
    instance = await startInstance({ now: () => clock.now });
    factors = new Factors(instance);
  });
  after(() => instance.stop());

  test('the sign-in asks for a code of the app, and the token names the methods', async () => {
    const { person, key, codes } = await factors.personWithApp();
    assert.equal(codes.length, 10);
    clock.forward(60);
    const { attempt, browser, next, interaction } = await factors.begin(person);
    assert.equal(next.url.pathname, `${interaction}/factor`);
    assert.match(next.text, /Enter your code/);
    const wrong = await factors.submit(browser, `${interaction}/factor`, { code: '000000' });
    assert.equal(wrong.status, 401);
    const spaced = factors.code(key).replace(/^.../, '$& ');
    const done = await factors.submit(browser, `${interaction}/factor`, { code: spaced });
    const { status, body } = await factors.redeem(done, attempt);
    assert.equal(status, 200, done.text);
    assert.deepEqual(claimsOf(body.access_token).amr, ['pwd', 'otp', 'mfa']);
    const events = await instance.call('GET', `/audit/sign-ins?account=${person.email}`);
    assert.deepEqual(
      events.body.data.map((one: Json) => one.kind),
      ['failed'],
    );
  });

  test('a code is accepted once, also if it is sent ten times at the same moment', async () => {
    const { person, key } = await factors.personWithApp();
    const code = factors.code(key, -1);
    const first = await factors.begin(person);
    const replayed = await factors.submit(first.browser, `${first.interaction}/factor`, { code });
    assert.equal(replayed.status, 401, 'the code that confirmed the app is used up');
    clock.forward(60);
    const sessions = [];
    for (let n = 0; n < 10; n += 1) sessions.push(await factors.begin(person));
    const results = await Promise.all(
      sessions.map(({ browser, interaction }) =>
        factors.submit(browser, `${interaction}/factor`, { code: factors.code(key) }),
      ),
    );
    const signedIn = results.filter(({ url }) => url.searchParams.has('code'));
    assert.equal(signedIn.length, 1);
  });

  test('a recovery code signs in once, new codes replace the old ones, and both are audited', async () => {
    const { person, browser, key, codes } = await factors.personWithApp();
    const [code = '', other = ''] = codes;
    const use = async (recovery_code: string) => {
      const { attempt, browser: own, interaction } = await factors.begin(person);
      const form = { recovery_code };
      const landed = await factors.submit(own, `${interaction}/recovery`, form);
      return { landed, attempt };
    };
    const { landed, attempt } = await use(` ${code.toUpperCase()} `);
    const { body } = await factors.redeem(landed, attempt);
    assert.deepEqual(claimsOf(body.access_token).amr, ['pwd', 'otp', 'mfa']);
    assert.equal((await use(code)).landed.status, 401, 'twice');
    const replaced = await factors.send(browser, '/security/codes');
    const next = codesIn(replaced.text);
    assert.equal(next.length, 10);
    assert.equal((await use(other)).landed.status, 401, 'of the old set');
    assert.ok((await use(next[0] ?? '')).landed.url.searchParams.has('code'));
    const { body: user } = await instance.call('GET', `/audit?record=${person.id}`);
    assert.deepEqual(user.data.map((one: Json) => [one.kind, one.actor]).slice(0, 5), [
      ['user.recovery_code_used', person.email],
      ['user.recovery_codes_created', person.email],
      ['user.recovery_code_used', person.email],
      ['user.recovery_codes_created', person.email],
      ['user.factor_added', person.email],
    ]);
    const stored = JSON.stringify(await instance.sql('select * from factors, recovery_codes'));
    const secrets = [code, next[1] ?? '', key.replaceAll(' ', '')];
    assert.deepEqual(
      secrets.filter((secret) => stored.includes(secret)),
      [],
    );
  });

  test('after the last factor is removed, the password is enough again', async () => {
    const { person, browser } = await factors.personWithApp();
    const { text } = await factors.page(browser, '/security');
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(text) ?? [];
    assert.equal((await factors.send(browser, '/security/remove', { id: 'other' })).status, 409);
    assert.equal((await factors.send(browser, '/security/remove', { id })).to, '/security');
    assert.ok((await factors.logins.logIn(CONSOLE, person)).access_token);
    const left = await instance.sql('select from recovery_codes where user_id = $1', [person.id]);
    assert.equal(left.length, 0);
  });

  test('/security asks a person with a factor for the password and a code', async () => {
    const { person, browser, key } = await factors.personWithApp();
    clock.forward(660);
    const { password } = person;
    const asked = await factors.page(browser, '/security');
    assert.equal(asked.to, '/security/verify');
    assert.match((await factors.page(browser, '/security/verify')).text, /name="code"/);
    const verify = (code: string) => factors.page(browser, '/security/verify', { password, code });
    assert.equal((await verify('')).status, 401, 'the password alone');
    assert.equal((await verify(factors.code(key))).to, '/security');
    assert.equal((await verify(factors.code(key))).status, 401, 'the same code again');
  });

  test('an app is added only with its code, in the browser that shows its key', async () => {
    const person = await factors.logins.person();
    const [one, other] = [await factors.verify(person), await factors.verify(person)];
    const { text } = await factors.page(one, '/security/totp');
    const again = await factors.page(one, '/security/totp');
    assert.ok(text.includes('<svg') && again.text === text, 'reloading shows the same key');
    const [, key = ''] = /class="detail">([A-Z2-7 ]+)</.exec(text) ?? [];
    assert.equal((await factors.send(one, '/security/totp', { code: '000000' })).status, 400);
    const code = factors.code(key);
    assert.equal((await factors.send(other, '/security/totp', { code })).status, 400);
    assert.equal((await factors.send(one, '/security/totp', { code })).status, 200);
  });

  test('forms without the token of the page change nothing', async () => {
    const { browser } = await factors.personWithApp();
    for (const path of ['/security/codes', '/security/remove', '/security/totp'])
      for (const form_token of ['', 'x'])
        assert.equal((await factors.page(browser, path, { form_token })).status, 403, path);
  });

  test('a new password ends the verification and the sign-in in progress', async () => {
    const { person, browser, key } = await factors.personWithApp();
    clock.forward(60);
    const { browser: own, interaction } = await factors.begin(person);
    const body = { password: 'another horse battery' };
    await instance.call('PATCH', `/users/${person.id}`, { as: 'super_admin', body });
    const code = factors.code(key);
    const landed = await factors.submit(own, `${interaction}/factor`, { code });
    assert.match(landed.text, /Sign in to continue/);
    assert.notEqual((await factors.page(browser, '/security')).status, 200);
  });

  test('guesses are throttled, and entering the password again does not reset the count', async () => {
    const { person } = await factors.personWithApp();
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const { browser, interaction } = await factors.begin(person);
      const form = { code: '000000' };
      statuses.push((await factors.submit(browser, `${interaction}/factor`, form)).status);
    }
    assert.equal(statuses.at(-1), 429, statuses.join());
    const elsewhere = await factors.page(new Browser(), '/security');
    assert.equal(elsewhere.status, 401);
  });
});
