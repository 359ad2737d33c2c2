// A token is renewed by the clock, once for all callers, and without a wait while the old one is valid.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tokenSourceOf } from './tokens.ts';

const LIFE_SECONDS = 100;

describe('Renewal of tokens', () => {
  /** Returns a source of tokens t1, t2, …, with the number of exchanges and a clock. */
  const source = () => {
    const state = { exchanged: 0, isFailing: false, seconds: 0 };
    const send = async () => {
      state.exchanged += 1;
      if (state.isFailing) throw new Error('away');
      return { access_token: `t${state.exchanged}`, expires_in: LIFE_SECONDS };
    };
    const credentials = { clientId: 'id', clientSecret: 'secret' };
    const address = { baseUrl: '', authUrl: 'http://auth' };
    const tokens = tokenSourceOf(credentials, send, address, () => state.seconds * 1000);
    const at = (seconds: number) => void (state.seconds = seconds);
    return { state, at, get: tokens.get.bind(tokens) };
  };
  const waitUntilSettled = () => new Promise((resolve) => setImmediate(resolve));

  test('a token is used until 80 % of its life; then one call renews it while all still get the old one', async () => {
    const { state, at, get } = source();
    assert.equal(await get(), 't1');
    at(79);
    assert.equal(await get(), 't1');
    assert.equal(state.exchanged, 1);
    at(81);
    assert.deepEqual(await Promise.all([get(), get(), get()]), ['t1', 't1', 't1']);
    await waitUntilSettled();
    assert.equal(state.exchanged, 2);
    assert.equal(await get(), 't2');
  });

  test('a renewal that fails costs nobody a request, and is tried again a little later', async () => {
    const { state, at, get } = source();
    await get();
    state.isFailing = true;
    at(81);
    assert.equal(await get(), 't1');
    await waitUntilSettled();
    assert.equal(await get(), 't1');
    assert.equal(state.exchanged, 2, 'it is not tried again at once');
    at(84);
    state.isFailing = false;
    assert.equal(await get(), 't1');
    await waitUntilSettled();
    assert.equal(await get(), 't3');
  });

  test('an expired or rejected token is never returned, and its failure is that of the request', async () => {
    const { state, at, get } = source();
    await get();
    at(101);
    assert.equal(await get(), 't2');
    assert.equal(await get('t2'), 't3');
    assert.equal(await get('t2'), 't3', 'it was renewed meanwhile');
    at(300);
    state.isFailing = true;
    await assert.rejects(get(), /away/);
    state.isFailing = false;
    assert.equal(await get(), 't5');
  });
});
