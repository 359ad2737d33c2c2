import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Instance, type Reply, startInstance } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { inbound, type Posted } from './inbound.setup.ts';
import { section, TestClock } from './setup.ts';

const valkeyUrl = process.env['VALKEY_URL'] ?? '';

const limitsOf = ({ headers }: Pick<Reply, 'headers'>) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));

/** Returns the response on a socket to bytes that need not be HTTP. */
async function exchange(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (part) => (received += String(part)));
  socket.end(bytes);
  await once(socket, 'close');
  return received;
}

let callers = 0;
const somebody = () => `caller-${(callers += 1)}@example.com`;

/** The buckets refill only when a test moves the clock, however long the requests take. */
const clock = new TestClock();

section(
  'Limits: headers of every response',
  (instance) => {
    test('every response shows limit, remaining and reset: errors, probes, pages, unknown paths', async () => {
      const { id } = await instance.incident();
      const { prefix } = instance;
      const requests: [
        status: number,
        method: string,
        path: string,
        headers?: Record<string, string>,
      ][] = [
        [200, 'GET', `${prefix}/incidents`],
        [304, 'GET', `${prefix}/incidents/${id}`, { 'if-none-match': '"1"' }],
        [400, 'GET', `${prefix}/incidents?colour=red`],
        [401, 'GET', `${prefix}/incidents`, { authorization: 'Bearer a.b.c' }],
        [404, 'GET', `${prefix}/incidents/INC9999999`],
        [404, 'GET', `${prefix}/nothing`],
        [405, 'PUT', `${prefix}/incidents`],
        [405, 'OPTIONS', `${prefix}/incidents`],
        [415, 'POST', `${prefix}/incidents`, { 'content-type': 'text/plain' }],
        [400, 'GET', '/%'],
        [400, 'GET', `${prefix}/incidents?%ff`],
        [200, 'GET', '/livez'],
        [200, 'GET', '/readyz'],
        [200, 'GET', '/openapi.json'],
        [200, 'GET', '/docs/'],
        [404, 'GET', '/elsewhere'],
      ];
      const authorization = `Bearer ${await instance.running.mint({ roles: ['agent'], sub: somebody() })}`;
      for (const [status, method, path, headers] of requests) {
        const response = await fetch(instance.running.url + path, {
          method,
          headers: { authorization, ...headers },
          ...(method === 'POST' && { body: 'x' }),
        });
        assert.equal(response.status, status, `${method} ${path}`);
        const [limit = 0, remaining = -1, reset = 0] = limitsOf(response);
        assert.ok(limit > 0 && remaining >= 0 && remaining <= limit, `${method} ${path}`);
        assert.ok(reset >= clock.now.getTime() / 1000, `${method} ${path}: reset ${reset}`);
      }
      for (const bytes of [
        'nonsense\r\n\r\n',
        `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      ])
        assert.match(
          await exchange(instance.running.url, bytes),
          /^x-ratelimit-remaining: \d+\r$/m,
        );
    });
  },
  { clock },
);

section(
  'Limits of a caller',
  (instance) => {
    test('the remaining requests count down to a 429 with Retry-After, and another caller is not affected', async () => {
      const email = somebody();
      const send = (who = email) => instance.call('GET', '/audit', { as: 'requester', email: who });
      assert.deepEqual(limitsOf(await send()).slice(0, 2), [5, 4]);
      const replies = await Promise.all(Array.from({ length: 40 }, () => send()));
      const passed = replies.filter(({ status }) => status === 403);
      assert.equal(passed.length, 4);
      assert.ok(passed.some((reply) => limitsOf(reply)[1] === 0));
      const refused = replies.find(({ status }) => status === 429);
      assert.ok(refused);
      assert.equal(refused.body.code, 'rate_limited');
      assert.equal(refused.body.limited_by, 'general');
      assert.ok(Number(refused.headers.get('retry-after')) >= 1);
      assert.deepEqual(limitsOf(refused).slice(0, 2), [5, 0]);
      assert.equal((await send(somebody())).status, 403);
      clock.forward(0.2);
      assert.deepEqual([(await send()).status, (await send()).status], [403, 429]);
      clock.forward(1);
      assert.deepEqual(limitsOf(await send()).slice(0, 2), [5, 4]);
    });

    test('refusals and unknown paths are charged to the caller', async () => {
      const asked = { as: 'requester', email: somebody() } as const;
      await instance.call('GET', '/me', asked);
      const wrong = await instance.call('GET', '/nothing', asked);
      const denied = await instance.call('GET', '/audit', asked);
      assert.deepEqual([wrong.status, denied.status], [404, 403]);
      assert.deepEqual([limitsOf(wrong)[1], limitsOf(denied)[1]], [3, 2]);
    });
  },
  { clock, env: { RATE_LIMITS: 'general=5' } },
);

section(
  'Limits of an address',
  (instance) => {
    test('an address that sends invalid tokens is refused before they are verified, but a known valid token is accepted', async () => {
      const good = await instance.running.mint({ roles: ['agent'], sub: somebody() });
      const get = (token: string) => instance.call('GET', '/incidents?limit=1', { token });
      clock.forward(1);
      assert.equal((await get(good)).status, 200);
      const bad = await Promise.all(Array.from({ length: 60 }, (_, n) => get(`a.b.${n}`)));
      const unread = bad.filter(({ status }) => status === 429);
      assert.equal(bad.filter(({ status }) => status === 401).length, 10);
      assert.equal(unread.length, 50);
      assert.deepEqual(
        [unread[0]?.body.limited_by, unread[0] && limitsOf(unread[0])[0]],
        ['address', 10],
      );
      assert.equal((await get(good)).status, 200);
      for (const probe of ['/livez', '/readyz'])
        assert.equal((await fetch(instance.running.url + probe)).status, 200);
    });

    test('a valid token is not charged to its address, even when it is new', async () => {
      clock.forward(1);
      for (let n = 0; n < 15; n += 1) {
        const token = await instance.running.mint({ roles: ['agent'], sub: somebody() });
        assert.equal((await instance.call('GET', '/incidents?limit=1', { token })).status, 200);
      }
    });
  },
  { clock, env: { RATE_LIMITS: 'general=1000,address=40,address.burst=10' } },
);

section(
  'Limits of the gateway',
  (instance) => {
    test('the gateway refuses requests beyond its burst from all callers, but no probe', async () => {
      clock.forward(1);
      const replies = await Promise.all(
        Array.from({ length: 100 }, () => instance.call('GET', '/audit', { as: 'requester' })),
      );
      const passed = replies.filter(({ status }) => status === 403).length;
      assert.ok(passed >= 20 && passed <= 21, `${passed} passed a burst of 20`);
      const refused = replies.find(({ status }) => status === 429);
      assert.deepEqual(
        [refused?.body.limited_by, refused && limitsOf(refused).slice(0, 2)],
        ['gateway', [20, 0]],
      );
      assert.equal((await fetch(`${instance.running.url}/livez`)).status, 200);
    });
  },
  {
    clock,
    env: {
      RATE_LIMITS: 'general=1000,gateway=50,gateway.burst=20,address=1000,address.burst=1000',
    },
  },
);

section(
  'Limits of an inbound webhook',
  (instance) => {
    test('each inbound webhook has its own bucket of ten seconds, and others are not affected', async () => {
      const [storm, calm] = [await inbound(instance), await inbound(instance)];
      const replies: Reply[] = [];
      while (replies.length < 11) replies.push(await storm.post({ title: 'x' }));
      assert.deepEqual(limitsOf(replies[0] as Reply).slice(0, 2), [10, 9]);
      const refused = replies.find(({ status }) => status === 429);
      assert.equal(refused, replies[10]);
      assert.equal(refused?.body.limited_by, 'inbound');
      assert.ok(Number(refused.headers.get('retry-after')) >= 1);
      assert.equal((await calm.post({ title: 'x' })).status, 201);
    });
  },
  { clock, env: { RATE_LIMITS: 'inbound=1' } },
);

describe('Limits over several processes', () => {
  const env = () => ({
    VALKEY_URL: valkeyUrl,
    INSTANCE_NAME: `test-${randomUUID()}`,
    RATE_LIMITS: 'general=1000,ai.ask=20',
  });
  const CAPACITY = 20;

  /** Reads the time of the shared buckets, which no test can move. */
  const secondsOf = async ({ deps }: Instance): Promise<number> => {
    const { valkey } = deps.limits;
    if (!valkey) throw new Error('the buckets are not shared');
    const [seconds, microseconds] = (await valkey.send(['TIME'])) as string[];
    return Number(seconds) + Number(microseconds) / 1e6;
  };

  test('a caller has one bucket across all processes', async () => {
    const shared = env();
    const instances = [await startInstance({ env: shared }), await startInstance({ env: shared })];
    // Each instance has its own issuer; the caller is identified by the token.
    const claims = { roles: ['auditor'], sub: somebody() };
    const tokens = await Promise.all(instances.map((instance) => instance.mint(claims)));
    let passed = 0;
    let began = 0;
    for (let n = 0; n < 3 * CAPACITY; n += 1) {
      const instance = instances[n % 2] as Instance;
      // A process that has just waited in vain for Valkey decides alone, from its own copy of the bucket.
      await until('Valkey responds', () => instance.deps.limits.valkey?.isReady());
      if (n === 0) began = await secondsOf(instance);
      const reply = await instance.call('POST', '/ai/ask', { token: tokens[n % 2] ?? '' });
      if (reply.status === 403) passed += 1;
    }
    const seconds = (await secondsOf(instances[0] as Instance)) - began;
    for (const instance of instances) await instance.stop();
    // A token comes back every three seconds; a request decided alone may be charged too late for the other process.
    const most = CAPACITY + (CAPACITY / 60) * seconds + 2;
    assert.ok(passed >= CAPACITY && passed <= most, `${passed} passed in ${seconds} s`);
  });

  test('without Valkey all requests are served, each process counts on its own, and health is degraded', async () => {
    const instance = await startInstance({
      now: () => clock.now,
      env: { ...env(), RATE_LIMITS: 'general=20', VALKEY_URL: 'redis://127.0.0.1:1' },
    });
    // On a busy machine another check may be late, and then fails for a second.
    await until('health is degraded', async () => {
      const { status, body } = await instance.call('GET', '/health', { as: 'auditor' });
      assert.deepEqual([status, body.checks.limits.status], [200, 'degraded']);
      return body.status === 'degraded';
    });
    await until('the process is ready', async () => {
      const ready = await fetch(`${instance.url}/readyz`);
      const { status } = (await ready.json()) as { status: string };
      return ready.status === 200 && status === 'degraded';
    });
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => instance.call('GET', '/audit', { as: 'requester' })),
    );
    const passed = replies.filter((one) => one.status === 403).length;
    const refused = replies.filter((one) => one.status === 429).length;
    assert.deepEqual([passed, refused], [20, 40]);
    await instance.stop();
  });
});

describe('Limits of senders to inbound webhooks', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance({
      now: () => clock.now,
      env: { RATE_LIMITS: 'address=1,address.burst=10,inbound=20' },
    });
  });
  after(() => instance.stop());

  const wrong = (n = 0) =>
    instance.call('POST', `/webhooks/inbound/wh_in_${String(n).padStart(32, '0')}`, {
      as: null,
      body: '{}',
    });

  const refusalOf = async (sent: Promise<Reply>): Promise<string> => (await sent).body.limited_by;

  /** A probe is shown the bucket of its address and not charged. */
  const remainingTokens = async () => limitsOf(await fetch(`${instance.url}/livez`))[1] ?? 0;
  beforeEach(() => clock.forward(10));

  test('a burst of valid events beyond the bucket of their address is accepted and not charged to it', async () => {
    const { post } = await inbound(instance, {
      filters: [{ field: 'kind', operator: 'eq', value: 'alarm' }],
    });
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, n) => post({ title: 'x', n })),
    );
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    const guess = await wrong();
    assert.deepEqual([guess.status, ...limitsOf(guess).slice(0, 2)], [401, 10, 9]);
  });

  test('events of callers who disconnect are charged to their address', async () => {
    const hangUp = async () => {
      const socket = connect(Number(new URL(instance.url).port), '127.0.0.1');
      const head = `POST /prod/api/webhooks/inbound/wh_in_${'0'.repeat(32)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n`;
      const received = once(instance.app.server, 'request');
      socket.on('error', () => {}).write(head);
      await received;
      socket.destroy();
      await once(socket, 'close');
    };
    assert.equal(await remainingTokens(), 10);
    for (let n = 0; n < 3; n += 1) await hangUp();
    await until('they are charged', async () => (await remainingTokens()) === 7);
  });

  test('a flood of invalid events is refused, but a known sender at the same address is served until it sends an invalid one', async () => {
    const [known, other] = [await inbound(instance), await inbound(instance)];
    const postForged = (to: Posted) => to.post({ title: 'x' }, { 'x-service-signature': 'no' });
    assert.equal((await known.post({ title: 'x' })).status, 201);
    await Promise.all(Array.from({ length: 40 }, (_, n) => wrong(n)));
    assert.equal(await refusalOf(wrong()), 'address');
    assert.equal(await refusalOf(postForged(other)), 'address');
    assert.equal((await known.post({ title: 'x' })).status, 201);
    await postForged(known);
    assert.equal(await refusalOf(known.post({ title: 'x' })), 'address');
  });
});
