// Signing out, revoking the refresh token or using it twice ends a login together with its access tokens.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { type Instance, startInstance } from '../support/harness.ts';
import { CONSOLE, Logins } from '../support/logins.ts';
import { Browser } from '../support/people.ts';
import { until } from '../support/processes.ts';

describe('The access token of a login', () => {
  let instance: Instance;
  let logins: Logins;
  before(async () => {
    instance = await startInstance();
    logins = new Logins(instance);
  });
  after(() => instance.stop());

  test('an access token is refused after the person signed out', async () => {
    const { AUTH_URL } = instance.deps.config;
    const [person, browser] = [await logins.person(), new Browser()];
    const tokens = await logins.logIn(CONSOLE, person, browser);
    const other = await logins.logIn(CONSOLE, person);
    const page = await browser.visit(`${AUTH_URL}/oauth2/logout?id_token_hint=${tokens.id_token}`);
    const text = await page.text();
    const [, action] = /action="([^"]+)"/.exec(text) ?? [];
    const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
    assert.ok(action && xsrf, text);
    const out = await browser.visit(new URL(action, page.url).href, { xsrf, logout: 'yes' });
    assert.equal(out.status, 303);
    await logins.untilRefused(tokens);
    assert.equal(await logins.isValid(other), true, 'that of another browser is not');
    assert.equal(
      await logins.isValid(await logins.logIn(CONSOLE, person, browser)),
      true,
      'a new login works',
    );
  });

  test('an access token is refused after its refresh token was revoked', async () => {
    const { AUTH_URL } = instance.deps.config;
    const [person, browser] = [await logins.person(), new Browser()];
    const tokens = await logins.logIn(CONSOLE, person, browser);
    const { status } = await fetch(`${AUTH_URL}/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ ...CONSOLE.tokenParams, token: tokens.refresh_token }),
    });
    assert.equal(status, 200);
    await logins.untilRefused(tokens);
    assert.equal(await logins.isValid(await logins.logIn(CONSOLE, person, browser)), true);
  });

  test('all access tokens of a login are refused after its refresh token was used twice', async () => {
    const first = await logins.logIn(CONSOLE, await logins.person());
    const { body: second } = await logins.refresh(CONSOLE, first.refresh_token);
    assert.equal(await logins.isValid(second), true);
    const reused = await logins.refresh(CONSOLE, first.refresh_token);
    assert.equal(reused.body.error, 'invalid_grant');
    await logins.untilRefused(first);
    assert.equal(await logins.isValid(second), false);
  });

  test('all access tokens of a login are refused after concurrent uses of its refresh token', async () => {
    const { refresh_token } = await logins.logIn(CONSOLE, await logins.person());
    const uses = await Promise.all([1, 2, 3].map(() => logins.refresh(CONSOLE, refresh_token)));
    assert.ok(uses.filter(({ status }) => status === 200).length <= 1);
    for (const { status, body } of uses) if (status === 200) await logins.untilRefused(body);
  });

  test('no access token is issued if a second use of the refresh token overtakes the first', async () => {
    const { refresh_token } = await logins.logIn(CONSOLE, await logins.person());
    // The first use stops after it has consumed its token, while it saves the next one.
    await instance.sql(`create function hold_refresh_token() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(1); return new; end $$`);
    await instance.sql(`create trigger hold before insert on provider_state for each row
      when (new.id like 'RefreshToken:%') execute function hold_refresh_token()`);
    const holder = new pg.Client(instance.deps.config.DATABASE_URL);
    await holder.connect();
    await holder.query('select pg_advisory_lock(1)');
    const first = logins.refresh(CONSOLE, refresh_token);
    await until('the first use waits', async () => {
      const waiting = await instance.sql(`select from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory'`);
      return waiting.length > 0;
    });
    assert.equal((await logins.refresh(CONSOLE, refresh_token)).body.error, 'invalid_grant');
    await holder.end();
    assert.equal((await first).body.error, 'invalid_grant');
  });
});
