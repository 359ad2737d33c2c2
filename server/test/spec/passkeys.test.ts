// A device in software has passkeys, which are added at `/security` and used alone or after a password.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../support/harness.ts';
import { Authenticator, passkeyOptionsIn } from '../support/authenticator.ts';
import { claimsOf, codesIn, Factors, tokenIn } from '../support/factors.ts';
import { TestClock } from './setup.ts';

describe('Passkeys', () => {
  const clock = new TestClock();
  let instance: Instance;
  let factors: Factors;
  before(async () => {
    instance = await startInstance({ now: () => clock.now });
    factors = new Factors(instance);
  });
  after(() => instance.stop());

  test('a passkey signs in alone as both factors, and follows a password', async () => {
    const { person, authenticator } = await factors.personWithPasskey();
    const alone = await factors.passkeyPage();
    const first = await alone.submit(authenticator.get(alone.options));
    const { body } = await factors.redeem(first, alone.attempt);
    assert.deepEqual(claimsOf(body.access_token).amr, ['hwk', 'mfa'], first.text);
    assert.equal(claimsOf(body.access_token).sub, person.id);
    const second = await factors.begin(person);
    assert.equal(second.next.url.pathname, `${second.interaction}/passkey`, 'no app, so no code');
    const path = `${second.interaction}/passkey`;
    const credential = authenticator.get(passkeyOptionsIn(second.next.text));
    const done = await factors.submit(second.browser, path, { credential });
    const tokens = await factors.redeem(done, second.attempt);
    assert.deepEqual(claimsOf(tokens.body.access_token).amr, ['pwd', 'hwk', 'mfa'], done.text);
  });

  test('the first passkey brings recovery codes; the list shows name and use', async () => {
    const person = await factors.logins.person();
    const browser = await factors.verify(person);
    const { text } = await factors.page(browser, '/security/passkey');
    const authenticator = new Authenticator(factors.authUrl);
    const added = await factors.page(browser, '/security/passkey', {
      form_token: tokenIn(text),
      credential: authenticator.create(passkeyOptionsIn(text)),
      name: ' My <key> ',
    });
    assert.equal(codesIn(added.text).length, 10, added.text);
    const listed = await factors.page(browser, '/security');
    assert.match(listed.text, /My &lt;key&gt;/);
    assert.match(listed.text, /not used yet/);
    const { options, submit } = await factors.passkeyPage();
    await submit(authenticator.get(options));
    assert.match((await factors.page(browser, '/security')).text, /last used on 2 March 2026/);
    const again = await factors.page(browser, '/security/passkey');
    assert.ok(again.text.includes(authenticator.id), 'the browser does not add it again');
  });

  test('a passkey opens /security in place of password and code', async () => {
    const { browser, authenticator } = await factors.personWithPasskey();
    clock.forward(660);
    const { text } = await factors.page(browser, '/security/verify/passkey');
    const form = { credential: authenticator.get(passkeyOptionsIn(text)) };
    const { to } = await factors.page(browser, '/security/verify/passkey', form);
    assert.equal(to, '/security');
  });

  test('only pages for passkeys allow a script, and it is the one of the page', async () => {
    const { browser, path } = await factors.passkeyPage();
    const policyOf = async (where: string) => {
      const response = await browser.visit(new URL(where, factors.authUrl).href);
      return response.headers.get('content-security-policy') ?? '';
    };
    assert.match(await policyOf(path), /^default-src 'none'; script-src 'sha256-[\w+/]+=*'; style/);
    assert.doesNotMatch(await policyOf(path.replace('/passkey', '')), /script-src/);
  });
});
