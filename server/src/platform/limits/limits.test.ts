import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { networkOf } from './address-limit.ts';
import { LocalBuckets } from './buckets.ts';
import { buildLimits, rateLimits, type LimitClass, limitClasses } from './limits.ts';

const log = pino({ level: 'silent' });
// Set by the gate and by .env; without it the same tests run against one process.
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

    test('a bulk request is shown the general bucket and not charged to it', async () => {
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

    test('the gateway lets its burst through and a lot more at most, then refuses', async () => {
      const began = performance.now();
      const limits = build({ gateway: 10, 'gateway.burst': 500 });
      const states = await Promise.all(
        Array.from({ length: 600 }, async () => limits.gateway.take()),
      );
      limits.close();
      const refilled = Math.ceil((10 * (performance.now() - began)) / 1000);
      const passed = states.filter(({ isAllowed }) => isAllowed).length;
      assert.ok(
        passed >= 500 && passed <= 520 + refilled,
        `${passed} passed a burst of 500 while ${refilled} were refilled`,
      );
    });
  });
}

/** A proxy that lets nothing through while it is stopped, and cuts open connections on request. */
async function startProxy(url: string) {
  const { port, hostname } = new URL(url);
  const sockets = new Set<Socket>();
  const toValkey = new Set<Socket>();
  let isStopped = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    toValkey.add(far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (part) => to.write(part)).on('error', () => {});
      from.on('close', () => {
        to.destroy();
        sockets.delete(from);
        toValkey.delete(from);
      });
      if (isStopped) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}/0`,
    stop: () => {
      isStopped = true;
      for (const socket of sockets) socket.pause();
    },
    /** Ends when each open connection has a response again, which is when the pause is over for a process. */
    go: async () => {
      isStopped = false;
      const responses = [...toValkey].map((socket) =>
        Promise.race([once(socket, 'data'), once(socket, 'close')]),
      );
      for (const socket of sockets) socket.resume();
      await Promise.all(responses);
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Each has its own connection and bucket and mostly waits. */
const CONCURRENT = { skip: VALKEY_URL === '', concurrency: true };

describe('limits while Valkey is slow or gone for a moment', CONCURRENT, () => {
  type Proxy = Awaited<ReturnType<typeof startProxy>>;
  /** A process owes at most one bucket, a second's worth; requests beyond that in a longer pause are not charged. */
  const OWED_FOR_MS = 1000;
  const pauseOf = (milliseconds: number) => async (proxy: Proxy) => {
    const began = performance.now();
    proxy.stop();
    await sleep(milliseconds);
    await proxy.go();
    return Math.max(0, performance.now() - began - OWED_FOR_MS);
  };
  /** Each returns for how many milliseconds of it the second process is not charged. */
  const faults: Record<string, (proxy: Proxy) => Promise<number>> = {
    'a pause of nearly a second': pauseOf(900),
    'a pause of a second and a half': pauseOf(1500),
    'a lost connection': async (proxy) => {
      proxy.cut();
      return 0;
    },
  };
  for (const [name, disturb] of Object.entries(faults)) {
    test(`${name} gives a caller of two processes no second burst`, async () => {
      const proxy = await startProxy(VALKEY_URL);
      const options = {
        valkeyUrl: proxy.url,
        instance: `test-${randomUUID()}`,
        rateLimits: { ...rateLimits, general: 50 },
      };
      const processes = [buildLimits(options, log), buildLimits(options, log)];
      for (const limits of processes) assert.ok(await limits.areShared());
      const began = performance.now();
      let accepted = 0;
      const over = new AbortController();
      const press = async (limits: (typeof processes)[number]) => {
        while (!over.signal.aborted) {
          const { state } = await limits.takeForCaller('ada', 'general');
          if (state.isAllowed) accepted += 1;
          await sleep(3);
        }
      };
      const pressing = processes.flatMap((limits) => [press(limits), press(limits)]);
      await sleep(500);
      const forgivenMs = await disturb(proxy);
      await sleep(2500);
      over.abort();
      await Promise.all(pressing);
      const allowed = 50 + (50 * (performance.now() - began + forgivenMs)) / 1000;
      for (const limits of processes) limits.close();
      proxy.close();
      assert.ok(accepted <= allowed, `${accepted} accepted of ${allowed}`);
      assert.ok(accepted >= allowed * 0.8, `${accepted} accepted of ${allowed}`);
    });
  }
});

describe('limit figures', () => {
  test('the classes have the figures of the interface', () => {
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

  test('a bucket that is given back is no fuller than full', () => {
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
