import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { ManualClock } from '../../../test/support/clock.ts';
import { until } from '../../../test/support/processes.ts';
import { startPausingProxy, type PausingProxy } from '../../../test/support/pausing-proxy.ts';
import { networkOf } from './address-limit.ts';
import { type Bucket, type BucketState, LocalBuckets } from './buckets.ts';
import { buildLimits, type LimitClass, limitClasses } from './limits.ts';
import { rateLimits } from './rate-limits.ts';
import { sharedTake, type Take } from './shared-buckets.ts';
import { Valkey } from './valkey.ts';

const log = pino({ level: 'silent' });
// The gate and .env set the URL; without it the same tests run against one process.
const { VALKEY_URL = '' } = globalThis.process.env;

const takeMany = async (limits: ReturnType<typeof buildLimits>, name: LimitClass, count: number) =>
  Promise.all(Array.from({ length: count }, () => limits.takeForCaller('ada', name)));

for (const [where, valkeyUrl] of Object.entries({ 'in one process': '', shared: VALKEY_URL })) {
  describe(`limits ${where}`, () => {
    const build = (changed: Partial<typeof rateLimits> = {}) =>
      buildLimits(
        { valkeyUrl, instance: `test-${randomUUID()}`, rateLimits: { ...rateLimits, ...changed } },
        log,
      );

    test('an AI class shows its own bucket, refuses by it, and counts as a general request', async () => {
      const limits = build();
      const taken = await takeMany(limits, 'ai.ask', 61);
      const general = await limits.takeForCaller('ada', 'bulk');
      limits.close();
      assert.deepEqual(
        taken.map(({ state }) => state.remaining),
        [...Array.from({ length: 60 }, (_, n) => 59 - n), 0],
      );
      const last = taken.at(-1);
      assert.deepEqual([last?.bucket, last?.state.isAllowed], ['ai.ask', false]);
      assert.ok(general.state.remaining >= 40 && general.bucket === 'general');
    });

    test('a bulk request shows the general bucket and is not charged to it', async () => {
      const limits = build();
      const shown = await takeMany(limits, 'bulk', 300);
      limits.close();
      assert.ok(shown.every(({ state }) => state.isAllowed && state.remaining === 100));
    });

    test('a class that has room is not charged when the general bucket refuses', async () => {
      const limits = build({ general: 1 });
      const [first, second] = await takeMany(limits, 'ai.ask', 2);
      limits.close();
      assert.deepEqual([first?.bucket, first?.state.isAllowed], ['ai.ask', true]);
      assert.deepEqual([second?.bucket, second?.state.isAllowed], ['general', false]);
    });

    test('the gateway admits its burst and at most a lot more, then refuses', async () => {
      // Nothing is refilled during the test.
      const limits = build({ gateway: 0.001, 'gateway.burst': 500 });
      const states = await Promise.all(
        Array.from({ length: 600 }, async () => limits.gateway.take()),
      );
      limits.close();
      const passed = states.filter(({ isAllowed }) => isAllowed).length;
      assert.ok(passed >= 500 && passed <= 520, `${passed} passed a burst of 500`);
    });
  });
}

/** The test advances the time of this process. */
class LimitedProcess {
  readonly clock = new ManualClock();
  readonly valkey: Valkey;
  readonly #take: Take;
  accepted = 0;

  constructor(url: string) {
    this.valkey = new Valkey(() => url, log, this.clock);
    this.#take = sharedTake(this.valkey);
  }

  readonly connect = async (): Promise<void> => {
    await until('Valkey is connected', async () => {
      if (await this.valkey.check()) return true;
      this.clock.advance(RECONNECT_MS);
      return false;
    });
    await until('Valkey is ready', () => this.valkey.isReady());
  };

  readonly take = async (bucket: Bucket, count = 1): Promise<BucketState | undefined> => {
    let last: BucketState | undefined;
    for (let n = 0; n < count; n += 1) {
      [last] = await this.#take([bucket]);
      if (last?.isAllowed) this.accepted += 1;
    }
    return last;
  };
}

// The times are those of valkey.ts.
const LATE_MS = 200;
const LOST_MS = 2000;
const RECONNECT_MS = 250;

describe('limits while Valkey is slow or gone for a moment', { skip: VALKEY_URL === '' }, () => {
  /** Nothing is refilled during a test. */
  const REFILL_SECONDS = 10_000;
  const size = { capacity: 50, refillPerSecond: 1 / REFILL_SECONDS };

  /** From here on a process decides alone. The first request finds out that Valkey is slow. */
  const becomeSlow = async ({ clock, take }: LimitedProcess, bucket: Bucket) => {
    const first = take(bucket);
    await until('a response is late', () => clock.waiting.includes(LATE_MS));
    clock.advance(LATE_MS);
    await first;
  };
  const becomeLost = ({ clock, valkey }: LimitedProcess) => {
    clock.advance(LOST_MS - LATE_MS);
    assert.equal(valkey.isConnected, false);
  };

  interface Fault {
    begin: (proxy: PausingProxy, processes: LimitedProcess[], bucket: Bucket) => Promise<unknown>;
    /** So many requests of each process may be charged twice: they are sent to Valkey, and then decided alone. */
    repeated: number;
  }
  const pauseFor = async (proxy: PausingProxy, processes: LimitedProcess[], bucket: Bucket) => {
    proxy.pause();
    await Promise.all(processes.map((one) => becomeSlow(one, bucket)));
  };
  const faults: Record<string, Fault> = {
    'a pause': { begin: pauseFor, repeated: 0 },
    'a pause that counts as a lost connection': {
      begin: async (proxy, processes, bucket) => {
        await pauseFor(proxy, processes, bucket);
        processes.forEach(becomeLost);
      },
      repeated: 1,
    },
    'a lost connection': {
      begin: async (proxy, processes) => {
        proxy.cut();
        await until('it is lost', () => processes.every(({ valkey }) => !valkey.isConnected));
      },
      repeated: 0,
    },
  };
  for (const [name, { begin, repeated }] of Object.entries(faults)) {
    test(`${name} gives a caller of two processes no second burst`, async () => {
      const proxy = await startPausingProxy(VALKEY_URL);
      const [one, other] = [new LimitedProcess(proxy.url), new LimitedProcess(proxy.url)];
      const processes = [one, other];
      try {
        const bucket = { key: `test-${randomUUID()}`, size, cost: 1 };
        for (const { connect } of processes) await connect();
        // By the last known state, 18 are left for one process and 19 for the other.
        await one.take(bucket, 30);
        await other.take(bucket);
        await one.take(bucket);
        assert.deepEqual([one.accepted, other.accepted], [31, 1]);
        await begin(proxy, processes, bucket);
        for (const { take } of processes) await take(bucket, 25);
        assert.deepEqual([one.accepted, other.accepted], [31 + 18, 1 + 19]);
        await proxy.resume();
        for (const { connect } of processes) await connect();
        // Both charge what they allowed alone, and the wait for the next request shows all of it.
        await one.take(bucket);
        const state = await other.take(bucket);
        assert.equal(state?.isAllowed, false);
        const accepted = one.accepted + other.accepted;
        assert.equal(accepted, 69);
        const charged =
          size.capacity - 1 + Math.round((state?.retryAfterSeconds ?? 0) / REFILL_SECONDS);
        assert.ok(
          charged >= accepted && charged <= accepted + repeated * processes.length,
          `${charged} charged of ${accepted} accepted`,
        );
      } finally {
        for (const { valkey } of processes) valkey.close();
        proxy.close();
      }
    });
  }
});

describe('rate limits', () => {
  test('the classes have the limits of the API contract', () => {
    assert.deepEqual(Object.keys(limitClasses), [
      'general',
      'bulk',
      'inbound',
      'ai.ask',
      'ai.analyze',
      'ai.exemplars',
      'ai.suggest',
      'ai.query',
    ]);
    assert.deepEqual(
      Object.values(rateLimits),
      [100, 60, 30, 120, 120, 60, 5000, 10_000, 200, 100, 200, 1, 30],
    );
  });

  test('a refund never fills a bucket beyond its capacity', () => {
    const buckets = new LocalBuckets();
    const size = { capacity: 3, refillPerSecond: 0.001 };
    buckets.take([{ key: 'a', size, cost: -5 }], true);
    const [state] = buckets.take([{ key: 'a', size, cost: 1 }]);
    assert.equal(state?.remaining, 2);
  });

  test('an IPv6 address stands for its network, an IPv4 one for itself', () => {
    const networks: Record<string, string> = {
      '192.0.2.7': '192.0.2.7',
      '::ffff:192.0.2.7': '192.0.2.7',
      '2001:db8:1:2:3:4:5:6': '2001:db8:1:2',
      '2001:DB8:1:2::1': '2001:db8:1:2',
      '2001:db8::9': '2001:db8:0:0',
      '::1': '0:0:0:0',
      'fe80::1%eth0': 'fe80:0:0:0',
      '': '',
    };
    for (const [address, network] of Object.entries(networks))
      assert.equal(networkOf(address), network, address);
  });
});
