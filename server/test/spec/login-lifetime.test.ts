// A login lasts 12 hours from the moment when the person signed in, whatever is renewed; with the command line 30 days.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decodeJwt } from 'jose';
import { secondsLeft } from '../../src/identity/provider/lifetimes.ts';
import { shiftTime } from '../security/identity/shift-time.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { CLI, CONSOLE, Logins, type Person } from '../support/logins.ts';
import { Browser } from '../support/people.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('A login', () => {
  let instance: Instance;
  let logins: Logins;
  let person: Person;
  let clock: ReturnType<typeof shiftTime>;
  before(async () => {
    clock = shiftTime();
    instance = await startInstance({ now: () => new Date() });
    logins = new Logins(instance);
    // The person is created here because the token for that expires when the time is shifted.
    person = await logins.person();
  });
  after(async () => {
    await instance.stop();
    clock.restore();
  });

  const secondsOf = (token: string) => {
    const { exp = 0, iat = 0 } = decodeJwt(token);
    return exp - iat;
  };
  /** The process that serves the keys learns of the shifted time with them. */
  const forward = async (seconds: number) => {
    clock.forward(seconds);
    await instance.auth.refresh();
  };
  const refresh = async (token: string): Promise<Json> => {
    const { status, body } = await logins.refresh(CONSOLE, token);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  test('a login with the console ends after 12 hours, however often it is used and renewed', async () => {
    const browser = new Browser();
    let tokens = await logins.logIn(CONSOLE, person, browser);
    await forward(11 * HOUR);
    const again = await logins.open(CONSOLE, browser);
    assert.ok(again.landed.searchParams.get('code'), 'the session is authorized without a login');
    tokens = await refresh(tokens.refresh_token);
    assert.ok(secondsOf(tokens.access_token) > HOUR - 60);
    await forward(HOUR / 2);
    tokens = await refresh(tokens.refresh_token);
    const left = secondsOf(tokens.access_token);
    assert.ok(left <= HOUR / 2 && left > HOUR / 2 - 120, `the access token ends then: ${left} s`);
    assert.equal(tokens.expires_in, left);
    await forward(HOUR / 2);
    assert.equal((await logins.refresh(CONSOLE, tokens.refresh_token)).body.error, 'invalid_grant');
    const page = await logins.open(CONSOLE, browser);
    assert.match(page.landed.pathname, /^\/interaction\//, 'the page asks for the password');
    assert.ok((await logins.logIn(CONSOLE, person, browser)).access_token);
  });

  test('a code issued in the last minute of a login is refused after its end', async () => {
    const browser = new Browser();
    await logins.logIn(CONSOLE, person, browser);
    await forward(12 * HOUR - 30);
    const form = await logins.codeFor(CONSOLE, person, browser);
    await forward(31);
    const { status, body } = await logins.token(form);
    assert.deepEqual([status, body.error], [400, 'invalid_grant']);
  });

  test('a login with the command line lasts 30 days, also after the session of the browser has ended', async () => {
    const browser = new Browser();
    let { refresh_token } = await logins.logIn(CLI, person, browser);
    for (const days of [1, 13, 15]) {
      await forward(days * DAY);
      const { status, body } = await logins.refresh(CLI, refresh_token);
      assert.equal(status, 200, `${days} more days: ${JSON.stringify(body)}`);
      ({ refresh_token } = body);
    }
    await forward(DAY);
    assert.equal((await logins.refresh(CLI, refresh_token)).body.error, 'invalid_grant');
  });

  test('the remaining lifetime of a login is never below the second that the library requires', () => {
    const at = 1_000_000;
    assert.equal(secondsLeft(at, 'console', at * 1000), 12 * HOUR);
    assert.equal(secondsLeft(at, 'cli', at * 1000), 30 * DAY);
    assert.equal(secondsLeft(at, 'console', (at + 13 * HOUR) * 1000), 1);
    assert.equal(secondsLeft(undefined), 12 * HOUR);
  });
});
