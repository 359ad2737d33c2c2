// A provider of an organisation confirms a second factor by `mfa` in the claim `amr`, and by nothing else.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { claimsOf } from '../support/factors.ts';
import {
  type ForeignProviders,
  foreignEnv,
  signInAt,
  startForeignProviders,
} from '../support/foreign-providers.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { CONSOLE, Logins } from '../support/logins.ts';

/** All of them name methods, some even several, but none says that two factors were checked. */
const unconfirmed: Readonly<Record<string, Json>> = {
  'no methods': {},
  'a password': { amr: ['pwd'] },
  'two methods': { amr: ['pwd', 'otp'] },
  'a key': { amr: ['hwk', 'user', 'pin'] },
  'a method of its own': { amr: ['mfa_done', 'not mfa', 'two-factor'] },
  'other letters': { amr: ['MFA', 'Mfa', ' mfa'] },
  'a nested list': { amr: [['mfa']] },
  'an object': { amr: { mfa: true } },
  'another claim': { acr: 'mfa', roles: ['mfa'], groups: ['mfa'] },
};

describe('A second factor at an identity provider', () => {
  let instance: Instance;
  let foreign: ForeignProviders;
  let provider: string;
  const as = 'super_admin' as const;

  before(async () => {
    instance = await startInstance({ env: foreignEnv() });
    foreign = await startForeignProviders(instance);
    provider = (await foreign.register('okta', { create_users: true })).id;
    const body = { require_second_factor: ['requester'] };
    assert.equal((await instance.call('PATCH', '/settings', { as, body })).status, 200);
  });
  after(async () => {
    await foreign.stop();
    await instance.stop();
  });

  const signIn = async (login: string, claims: Json) => {
    const person = { email: `${login}@example.com`, email_verified: true, ...claims };
    await foreign.people('okta', { [login]: person });
    return signInAt(instance, provider, login);
  };
  /** Ends the days in which people can put off setting up a factor. */
  const endDays = () =>
    instance.sql(`update factor_requirements set applied_at = now() - interval '15 days'`);

  test('mfa counts: nothing more is asked, and the sign-in lasts beyond the days', async () => {
    for (const [login, amr] of Object.entries({ ada: ['pwd', 'mfa'], bob: ['mfa'] })) {
      const { signIn: done, url, text } = await signIn(login, { amr });
      assert.equal(text, '', login);
      const tokens = await done.tokens(url);
      assert.deepEqual(claimsOf(tokens['access_token']).amr, amr);
      await endDays();
      const logins = new Logins(instance);
      assert.equal((await logins.refresh(CONSOLE, tokens['refresh_token'])).status, 200, login);
    }
  });

  for (const [index, [name, claims]] of Object.entries(unconfirmed).entries())
    test(`${name} does not count: the person sets up a factor here`, async () => {
      const login = `p${index}`;
      const first = await signIn(login, claims);
      assert.ok(!first.url.searchParams.has('code'), 'no code');
      assert.match(first.text, /<h1>Set up a second factor<\/h1>/);
      assert.match(first.text, /You have until/);
      await endDays();
      const late = await signIn(login, claims);
      assert.match(late.text, /Set one up to continue/);
      assert.doesNotMatch(late.text, /Later/);
    });
});
