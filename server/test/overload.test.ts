// Requests beyond capacity are refused soon and with a reason, and none is left hanging; a stop loses no request.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { cloneDatabase } from './support/databases.ts';
import { faultsOf, startInstance } from './support/harness.ts';
import {
  finished,
  hasStarted,
  killRest,
  ownEnvironment,
  run,
  tokenFor,
  until,
} from './support/processes.ts';

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe('Overload', () => {
  after(killRest);

  test('with every connection taken, a request is 503 with Retry-After within two seconds, and fine afterwards', async () => {
    const instance = await startInstance({ pool: 2, env: { DATABASE_WAIT_MS: '1500' } });
    // The identity provider uses the same pool, so the token is obtained before every connection is taken.
    assert.equal((await instance.call('GET', '/incidents/INC0000001')).status, 404);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const transactions = [0, 1].map(() =>
      instance.deps.db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx);
        await released;
      }),
    );
    await pause(100);
    // The first measures the delay; fifty at once show that none is left hanging, on a machine that may be busy.
    const began = performance.now();
    const first = await instance.call('GET', '/incidents/INC0000001');
    const tookMs = performance.now() - began;
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => instance.call('GET', '/incidents/INC0000001')),
    );
    release();
    await Promise.all(transactions);
    const freed = performance.now();
    assert.deepEqual(
      new Set([first, ...replies].map(({ status, body }) => `${status} ${body.code}`)),
      new Set(['503 overloaded']),
    );
    assert.ok(replies.every(({ headers }) => Number(headers.get('retry-after')) >= 1));
    assert.ok(tookMs < 2000, `${tookMs} ms`);
    assert.equal((await instance.call('GET', '/incidents/INC0000001')).status, 404);
    assert.ok(performance.now() - freed < 5000, 'it recovered too late');
    await instance.stop();
  });

  test('a queue for the database that is too long refuses at once', async () => {
    const instance = await startInstance({ pool: 2 });
    // The identity provider uses the same pool, so the token is obtained before every connection is taken.
    assert.equal((await instance.call('GET', '/incidents/INC0000001')).status, 404);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const waiting = Array.from({ length: 210 }, () =>
      instance.deps.db
        .transaction()
        .execute(async () => released)
        .catch(() => {}),
    );
    await pause(100);
    const began = performance.now();
    const { status, body } = await instance.call('GET', '/incidents/INC0000001');
    const tookMs = performance.now() - began;
    release();
    await Promise.all(waiting);
    await instance.stop();
    assert.deepEqual([status, body.code], [503, 'overloaded']);
    assert.ok(tookMs < 1000, `${tookMs} ms`);
  });

  test('a loop that turns too slowly refuses requests, says so to probes, and recovers', async () => {
    const instance = await startInstance({ env: { MAX_LOOP_DELAY_MS: '60' } });
    const call = () => instance.call('GET', '/incidents?limit=1');
    await until('quiet', async () => (await call()).status === 200);
    const busy = setInterval(() => {
      for (const end = performance.now() + 200; performance.now() < end;);
    }, 1);
    const refused = await until('refusal', async () => {
      const reply = await call();
      return reply.status === 503 && reply;
    });
    const ready = await fetch(`${instance.url}/readyz`);
    const { checks } = (await ready.json()) as { checks: Record<string, { status: string }> };
    clearInterval(busy);
    assert.deepEqual([refused.body.code, refused.headers.get('retry-after')], ['overloaded', '2']);
    assert.equal(checks['load']?.status, 'degraded');
    await until('recovery', async () => (await call()).status === 200);
    await instance.stop();
  });

  test('a process beyond its memory refuses requests and serves probes', async () => {
    const instance = await startInstance({ env: { MAX_MEMORY_MB: '128' } });
    const ballast = Buffer.alloc(128 * 1024 * 1024, 1);
    await until('refusal', async () => (await instance.call('GET', '/health')).status === 503);
    assert.equal((await fetch(`${instance.url}/livez`)).status, 200);
    assert.ok(ballast.length > 0);
    await instance.stop();
  });

  test('a body of a hundred thousand fields is refused without stopping others', async () => {
    const instance = await startInstance();
    const many = `{${Array.from({ length: 95_000 }, (_, n) => `"k${n}":1`).join(',')}}`;
    await instance.call('POST', '/incidents', { body: {} });
    const began = performance.now();
    const reply = await instance.call('POST', '/incidents', { body: many });
    const tookMs = performance.now() - began;
    const parsed = performance.now();
    JSON.parse(many);
    const parseMs = performance.now() - parsed;
    await instance.stop();
    assert.deepEqual([reply.status, faultsOf(reply)], [400, [' too_many']]);
    // Validating against every rule of the schema would take some twenty times the parse time.
    assert.ok(tookMs < 10 * parseMs, `${tookMs} ms, of which ${parseMs} to parse`);
  });

  test('on SIGTERM readiness fails first while requests are served, then the process ends in order', async () => {
    const scratch = await cloneDatabase();
    const [id, secret] = ['drained', 'a-secret-of-this-test-and-of-no-other'];
    const client = { BOOTSTRAP_CLIENT_ID: id, BOOTSTRAP_CLIENT_SECRET: secret };
    const env = { ...(await ownEnvironment(scratch)), ...client, DRAIN_SECONDS: '2' };
    const server = run(['start'], env);
    await hasStarted(server);
    const base = `http://127.0.0.1:${env.PORT}`;
    const authorization = `Bearer ${await tokenFor(env, id, secret)}`;
    const get = () => fetch(`${base}/prod/api/incidents?limit=1`, { headers: { authorization } });
    assert.equal((await get()).status, 200);
    server.process.kill('SIGTERM');
    await until('readiness fails', async () => (await fetch(`${base}/readyz`)).status === 503);
    const late = await get();
    // A gateway that keeps its connections opens no new ones, which could be lost when listening ends.
    assert.deepEqual([late.status, late.headers.get('connection')], [200, 'keep-alive']);
    const isRefused = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(Number(env.PORT), '127.0.0.1', () => resolve(false));
        socket.once('error', () => resolve(true)).once('connect', () => socket.destroy());
      });
    await until('it stops listening', isRefused);
    // On the connection that is still open.
    const last = await get();
    assert.deepEqual([last.status, last.headers.get('connection')], [200, 'close']);
    const { code } = await finished(server);
    await scratch.drop();
    assert.equal(code, 0);
  });
});
