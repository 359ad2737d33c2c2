// The area `/security` opens only after the person has shown again who they are, in the same browser.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../support/harness.ts';
import { CONSOLE, Logins, type Person } from '../support/logins.ts';
import { Browser } from '../support/people.ts';
import { TestClock } from './setup.ts';

describe('The area /security', () => {
  const clock = new TestClock();
  let instance: Instance;
  let logins: Logins;
  before(async () => {
    instance = await startInstance({ now: () => clock.now });
    logins = new Logins(instance);
  });
  after(() => instance.stop());

  const open = async (browser: Browser, path = '/security') => {
    const response = await browser.visit(`${instance.deps.config.AUTH_URL}${path}`);
    return { status: response.status, to: response.headers.get('location'), response };
  };
  const verify = async (browser: Browser, password: string) => {
    const { AUTH_URL } = instance.deps.config;
    const response = await browser.visit(`${AUTH_URL}/security/verify`, { password });
    return response.status;
  };
  const signIn = async (person?: Person) => {
    const browser = new Browser();
    await logins.logIn(CONSOLE, person ?? (await logins.person()), browser);
    return browser;
  };

  test('it is closed to a browser in which nobody is signed in', async () => {
    const { status, response } = await open(new Browser());
    assert.equal(status, 401);
    assert.match(await response.text(), /You are not signed in/);
    assert.equal((await open(new Browser(), '/security/verify')).status, 401);
    assert.equal(await verify(new Browser(), 'correct horse battery'), 401);
  });

  test('it asks for the password, and again after ten minutes', async () => {
    const person = await logins.person();
    const browser = await signIn(person);
    const asked = await open(browser);
    assert.deepEqual([asked.status, asked.to], [303, '/security/verify']);
    assert.equal(await verify(browser, 'not the password'), 401);
    assert.equal((await open(browser)).status, 303, 'a wrong password opens nothing');
    assert.equal(await verify(browser, person.password), 303);
    const opened = await open(browser);
    assert.equal(opened.status, 200);
    const back = `<a href="${instance.deps.config.BASE_URL}/console/">Back to the console</a>`;
    for (const { response } of [opened, await open(browser, '/security/verify')])
      assert.ok((await response.text()).includes(back));
    clock.forward(601);
    assert.equal((await open(browser)).status, 303);
  });

  test('a verification serves one browser and one person', async () => {
    const person = await logins.person();
    const [one, other] = [await signIn(person), await signIn(person)];
    assert.equal(await verify(one, person.password), 303);
    assert.equal((await open(other)).status, 303, 'another browser of the same person');
    await instance.sql('update verifications set user_id = $1 where user_id = $2', [
      'USR0000000',
      person.id,
    ]);
    assert.equal((await open(one)).status, 303, 'another person in the same session');
  });

  test('it closes when the session ends, as by a new password', async (t) => {
    const person = await logins.person();
    const browser = await signIn(person);
    assert.equal(await verify(browser, person.password), 303);
    // A session knows its age in whole seconds.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 1000 });
    clock.now = new Date();
    const body = { password: 'another horse battery' };
    const { status } = await instance.call('PATCH', `/users/${person.id}`, {
      as: 'super_admin',
      body,
    });
    assert.equal(status, 200);
    assert.equal((await open(browser)).status, 401);
  });

  test('guesses at the password are throttled as those of the sign-in page', async () => {
    const person = await logins.person();
    const browser = await signIn(person);
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push(await verify(browser, `guess ${n}`));
    assert.equal(statuses.at(-1), 429, statuses.join());
  });
});
