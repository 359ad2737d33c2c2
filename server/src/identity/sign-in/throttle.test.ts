import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AccountState, decide, MAX_WAIT_MS, type NetworkState } from './throttle.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const START = Date.parse('2026-03-02T08:00:00Z');

/** Networks try to sign in to one account. */
class Account {
  #account: AccountState = { lastSlotAt: 0 };
  readonly #networks = new Map<string, NetworkState>();

  try(network: string, now: number, isKnown = false) {
    const state = this.#networks.get(network) ?? { failures: 0, retryAt: 0, slotAt: null };
    const decision = decide({ network: state, account: this.#account }, isKnown, now);
    this.#account = decision.account;
    this.#networks.set(network, decision.network);
    return decision;
  }

  /** Lets every network try repeatedly and counts the admitted attempts. */
  guess(networks: number, from: number, until: number, every = SECOND): number {
    let admitted = 0;
    for (let now = from; now < until; now += every)
      for (let n = 0; n < networks; n += 1)
        if (this.try(`guesser ${n}`, now).isAdmitted) admitted += 1;
    return admitted;
  }
}

describe('Attempts to sign in', () => {
  for (const networks of [20, 59]) {
    test(`while ${networks} networks guess, the owner waits at most 15 minutes on a new network, at any time`, () => {
      const account = new Account();
      let now = START;
      for (let owner = 0; owner < 12; owner += 1) {
        account.guess(networks, now, now + 300 * SECOND);
        now += 300 * SECOND;
        const first = account.try(`owner ${owner}`, now);
        if (first.isAdmitted) continue;
        assert.ok(first.retryAt - now <= MAX_WAIT_MS, `${first.retryAt - now} ms`);
        // Networks that retry meanwhile neither lose their slot nor wait longer.
        const again = account.try(`owner ${owner}`, now + SECOND);
        assert.ok(!again.isAdmitted && again.retryAt === first.retryAt);
        account.guess(networks, now, first.retryAt + SECOND);
        now = first.retryAt + SECOND;
        assert.ok(account.try(`owner ${owner}`, now).isAdmitted);
      }
    });
  }

  test('any number of networks together gets at most 400 guesses in any hour, and 240 in the long run', () => {
    const account = new Account();
    const perHour = [0, 1, 2].map((hour) =>
      account.guess(200, START + hour * HOUR, START + (hour + 1) * HOUR, 5 * SECOND),
    );
    assert.ok(
      perHour.every((guesses) => guesses <= 400),
      perHour.join(),
    );
    assert.ok((perHour[2] ?? 0) <= 240, perHour.join());
  });

  test('one network gets six attempts at once and then waits ever longer, up to 15 minutes', () => {
    const account = new Account();
    const waits: number[] = [];
    for (let now = START, n = 0; n < 18; n += 1) {
      const decision = account.try('person', now);
      assert.ok(decision.isAdmitted);
      waits.push((decision.network.retryAt - now) / SECOND);
      now = decision.network.retryAt;
    }
    assert.deepEqual(waits, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  test('a known network waits only for its own failures, however many others guess', () => {
    const account = new Account();
    account.guess(1000, START, START + 60 * SECOND);
    const now = START + 60 * SECOND;
    for (let n = 0; n < 6; n += 1) assert.ok(account.try('home', now, true).isAdmitted);
    const refused = account.try('home', now, true);
    assert.ok(!refused.isAdmitted && refused.retryAt - now === SECOND);
  });

  test('slots that are reserved and not used expire and do not accumulate', () => {
    const account = new Account();
    account.guess(59, START, START + 5 * SECOND);
    const later = START + 2 * HOUR;
    const atOnce = Array.from({ length: 500 }, (_, n) => account.try(`guesser ${n}`, later));
    assert.ok(atOnce.filter(({ isAdmitted }) => isAdmitted).length <= 100);
  });
});
