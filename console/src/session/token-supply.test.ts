import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Tokens } from './oauth.ts';
import { TokenSupply } from './token-supply.ts';

const tokensOf = (subject: string, accessToken: string): Tokens =>
  ({ subject, accessToken, renewAt: Infinity }) as Tokens;

function startSupply(subject: string) {
  const stored: (string | undefined)[] = [];
  const supply = new TokenSupply({
    renew: async () => undefined,
    store: (tokens) => stored.push(tokens?.accessToken),
  });
  supply.begin(tokensOf(subject, 'first'));
  return { supply, stored };
}

describe('The tokens of a page', () => {
  test('a request that waits is sent once the same person has signed in again', async () => {
    const { supply, stored } = startSupply('ada');
    supply.end();
    const waiting = supply.supply({});
    assert.equal(supply.resume(tokensOf('ada', 'second')), true);
    assert.equal(await waiting, 'second');
    assert.deepEqual([supply.state, stored], ['active', ['first', undefined, 'second']]);
  });

  test('a request that waits is not sent as somebody else who has signed in', async () => {
    const { supply } = startSupply('ada');
    supply.end();
    const waiting = supply.supply({});
    assert.equal(supply.resume(tokensOf('bob', 'second')), false);
    await assert.rejects(waiting, /Somebody else has signed in/);
    await assert.rejects(supply.supply({}), /Somebody else has signed in/);
    assert.deepEqual([supply.state, supply.subject], ['ended', 'ada']);
  });

  test('the tokens of somebody else who has signed in are stored for the reload of the page', () => {
    const { supply, stored } = startSupply('ada');
    supply.end();
    supply.resume(tokensOf('bob', 'second'));
    assert.equal(stored.at(-1), 'second');
  });

  test('a session that cannot be renewed ends and notifies its subscribers', async () => {
    const { supply } = startSupply('ada');
    let notified = 0;
    supply.subscribe(() => (notified += 1));
    const waiting = supply.supply({ rejected: 'first', requestId: 'request 1' });
    // The renewal fails first, in the next microtasks.
    for (let tick = 0; tick < 10 && supply.state === 'active'; tick += 1) await Promise.resolve();
    assert.deepEqual([supply.state, notified], ['ended', 1]);
    assert.equal(supply.refusedRequest, 'request 1', 'the dialog shows it');
    supply.resume(tokensOf('ada', 'second'));
    assert.equal(await waiting, 'second');
  });
});
