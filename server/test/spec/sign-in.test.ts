// Guessing at an account must not keep its owner out. The test sets the time; addresses come from a trusted proxy.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isKnownNetwork, rememberNetwork } from '../../src/identity/sign-in/throttle.sql.ts';
import { beginAttempt } from '../../src/identity/sign-in/password-login.ts';
import { type Instance, startInstance } from '../support/harness.ts';
import { TestClock } from './setup.ts';

const password = 'correct horse battery';
const HOME = '192.0.2.10';
const ELSEWHERE = '198.51.100.20';
const guessers = Array.from({ length: 20 }, (_, n) => `203.0.113.${n + 1}`);

describe('An account that twenty networks guess at', () => {
  const clock = new TestClock();
  let instance: Instance;
  before(async () => {
    instance = await startInstance({ now: () => clock.now, env: { TRUSTED_PROXIES: '127.0.0.1' } });
  });
  after(() => instance.stop());

  const person = async (email: string) => {
    const body = { email, name: 'Pat', roles: ['agent'], password };
    const { status } = await instance.call('POST', '/users', { as: 'super_admin', body });
    assert.equal(status, 201);
    return email;
  };
  /** Signs in on the password page, which requires the current password and needs no cookies. */
  const signIn = async (email: string, address: string, given = password) => {
    const response = await fetch(`${instance.deps.config.AUTH_URL}/password`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: new URLSearchParams({ email, password: given, new_password: password }),
    });
    const [, seconds] = /Try again in (\d+) seconds/.exec(await response.text()) ?? [];
    return { status: response.status, seconds: Number(seconds ?? 0) };
  };
  /** Lets each network guess until it is refused; no password is hashed for these. */
  const guess = async (email: string) => {
    for (const address of guessers)
      while ((await beginAttempt(instance.deps, { email, address })).isAdmitted);
  };

  test('the owner of an attacked account signs in at once from a known network and within 15 minutes from a new one', async () => {
    const email = await person('owner@example.com');
    assert.equal((await signIn(email, HOME)).status, 200);
    await guess(email);
    assert.equal((await signIn(email, HOME)).status, 200, 'at once');

    const first = await signIn(email, ELSEWHERE);
    assert.equal(first.status, 429);
    assert.ok(first.seconds <= 900, `${first.seconds} s`);
    for (let n = 0; n < 10; n += 1)
      assert.deepEqual(await signIn(email, ELSEWHERE), first, 'a refused attempt costs nothing');
    for (let waited = 0; waited < first.seconds; waited += 60) {
      clock.forward(Math.min(60, first.seconds - waited));
      await guess(email);
    }
    assert.equal((await signIn(email, ELSEWHERE)).status, 200, 'in its turn');
  });

  test('a known network is forgotten after 30 days, and the oldest if there are more than 20', async () => {
    const email = await person('traveller@example.com');
    assert.equal((await signIn(email, HOME)).status, 200);
    clock.forward(31 * 86_400);
    await guess(email);
    assert.equal((await signIn(email, HOME)).status, 429);

    const keys = { account: 'somebody', network: 'oldest' };
    for (let n = 0; n <= 20; n += 1) {
      const network = n === 0 ? keys.network : `network ${n}`;
      await rememberNetwork(instance.deps.db, { ...keys, network }, clock.now.toISOString());
      clock.forward(1);
    }
    const isKnown = (network: string) =>
      isKnownNetwork(instance.deps.db, { ...keys, network }, new Date(0).toISOString());
    assert.deepEqual([await isKnown('oldest'), await isKnown('network 1')], [false, true]);
  });

  test('failed attempts for an address that ends in a network do not count for the account', async () => {
    const email = await person('plain@example.com');
    for (let n = 0; n < 8; n += 1) await signIn(`${email} ${ELSEWHERE}`, HOME, 'wrong');
    assert.equal((await signIn(email, ELSEWHERE, 'mistyped')).status, 401);
    assert.equal((await signIn(email, ELSEWHERE)).status, 200);
  });
});
