// Requests beyond capacity are refused with a reason, and none is left hanging; a stop loses no request. `npm run
// test:faults -- overload` measures how soon, and stops a whole process.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import { stopListening } from '../src/app.ts';
import { MAX_REQUESTS_WHILE_LATE, watchLoopDelay } from '../src/platform/runtime/overload.ts';
import { TestClock } from './spec/setup.ts';
import { cpuMs } from './support/cpu.ts';
import { faultsOf, type Instance, startInstance } from './support/harness.ts';
import { exhaustPool } from './support/exhausted-pool.ts';
import { until } from './support/processes.ts';

/** Blocks the event loop without using the processor. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** The loop is blocked for five times the delay that is allowed, so that no sample of it is short. */
const MAX_LOOP_DELAY_MS = 20;
function blockOften(context: TestContext) {
  const busy = setInterval(() => block(5 * MAX_LOOP_DELAY_MS), 1);
  // The process of a failed test would not end either.
  context.after(() => clearInterval(busy));
  return busy;
}

/** Tells whether requests would be refused because of the loop if so many more were in progress. */
function wouldRefuse({ deps: { overload } }: Instance, more: number): boolean {
  for (let n = 0; n < more; n += 1) overload.begin();
  const reason = overload.reason();
  for (let n = 0; n < more; n += 1) overload.end();
  return reason === 'event_loop';
}

/** A body is parsed this often to measure the time. */
const PARSED = 5;

describe('Overload', () => {
  test('requests get 503 with Retry-After while every connection is taken, and are served afterwards', async () => {
    const instance = await startInstance({ pool: 2, env: { DATABASE_WAIT_MS: '500' } });
    const get = () => instance.call('GET', '/incidents/INC0000001');
    // Both connections are open from here on: to open one may take a slow machine longer than half a second.
    await (await exhaustPool(instance, 2)).release();
    // The identity provider uses the same pool, so the token is obtained before every connection is taken. On a slow
    // machine that may take longer than a request waits.
    const isServed = async () => (await get().catch(() => undefined))?.status === 404;
    await until('a request is served', isServed);
    const held = await exhaustPool(instance, 2);
    // The connections are released after the responses, so that none can have waited for that.
    const replies = await Promise.all(Array.from({ length: 50 }, get));
    await held.release();
    assert.deepEqual(
      new Set(replies.map(({ status, body }) => `${status} ${body.code}`)),
      new Set(['503 overloaded']),
    );
    assert.ok(replies.every(({ headers }) => Number(headers.get('retry-after')) >= 1));
    assert.equal((await get()).status, 404);
    await instance.stop();
  });

  test('writes are refused at once while the queue for the database is too long, and reads are served', async () => {
    const instance = await startInstance({ pool: 2, env: { DATABASE_WAIT_MS: '60000' } });
    // The identity provider uses the same pool, so the token is obtained before every connection is taken.
    assert.equal((await instance.call('GET', '/incidents/INC0000001')).status, 404);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const waiting = Array.from({ length: 210 }, () =>
      instance.deps.db.connection().execute(() => released),
    );
    await until('the queue is too long', () => instance.deps.overload.reason() === 'database');
    const read = instance.call('GET', '/incidents/INC0000001');
    const { status, body, headers } = await instance.call('POST', '/incidents', {
      body: { short_description: 'x' },
    });
    release();
    assert.equal((await read).status, 404, 'a read waits');
    await Promise.all(waiting);
    await instance.stop();
    // A request that has waited in vain is asked to retry after one second.
    assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'overloaded', '2']);
  });

  test('a late event loop refuses the newest of many requests, fails readiness, and recovers', async (context) => {
    const clock = new TestClock();
    // Time stands still, so that probes share the result of the first check of the database, and no request is cancelled
    // for its age on a slow machine.
    const instance = await startInstance({
      now: () => clock.now,
      env: { MAX_LOOP_DELAY_MS: `${MAX_LOOP_DELAY_MS}`, DATABASE_WAIT_MS: '60000' },
    });
    // A slow machine may need more than the 20 seconds after which an idle connection is closed.
    instance.app.server.setTimeout(0);
    const { overload } = instance.deps;
    const call = () => instance.call('GET', '/incidents?limit=1');
    assert.equal((await call()).status, 200);
    assert.equal((await fetch(`${instance.url}/readyz`)).status, 200);
    // Counted requests stand for older ones: those that wait for the database would be refused after a minute, and a slow
    // machine with a blocked loop needs longer.
    for (let n = 0; n < MAX_REQUESTS_WHILE_LATE - 1; n += 1) overload.begin();
    const busy = blockOften(context);
    await until('the loop is late', () => wouldRefuse(instance, 1));
    assert.ok(!wouldRefuse(instance, 0), 'one more is admitted');
    assert.equal((await call()).status, 200, 'and served');
    overload.begin();
    // A machine that is short of time may put a sample in between that is not late.
    const newest = await until('the newest is refused', async () => {
      const replies = await Promise.all(Array.from({ length: 3 }, call));
      return replies.every(({ status }) => status === 503) && replies;
    });
    const checks = await until('probes report the delay', async () => {
      const ready = await fetch(`${instance.url}/readyz`);
      const body = (await ready.json()) as { checks: Record<string, { status: string }> };
      return ready.status === 503 && body.checks;
    });
    clearInterval(busy);
    assert.deepEqual(
      newest.map(({ body, headers }) => [body.code, headers.get('retry-after')]),
      newest.map(() => ['overloaded', '2']),
    );
    assert.equal(checks['load']?.status, 'failed');
    for (let n = 0; n < MAX_REQUESTS_WHILE_LATE; n += 1) overload.end();
    await until('recovery', async () => (await fetch(`${instance.url}/readyz`)).status === 200);
    assert.equal((await call()).status, 200);
    await instance.stop();
  });

  test('a late event loop refuses none of few requests', async (context) => {
    const instance = await startInstance({ env: { MAX_LOOP_DELAY_MS: `${MAX_LOOP_DELAY_MS}` } });
    await instance.tokenFor('itsm_manager');
    const busy = blockOften(context);
    const isLate = () => wouldRefuse(instance, MAX_REQUESTS_WHILE_LATE);
    await until('the loop is late', isLate);
    const get = () => instance.call('GET', '/incidents?limit=1');
    const replies = await Promise.all(Array.from({ length: 10 }, get));
    const ready = await fetch(`${instance.url}/readyz`);
    assert.ok(isLate());
    clearInterval(busy);
    await instance.stop();
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
    assert.equal(ready.status, 200);
  });

  test('event loop samples of a process that has just started are ignored', () => {
    const samples: number[] = [];
    const monitor = {
      get count() {
        return samples.length;
      },
      percentile: (share: number) =>
        samples.toSorted((a, b) => a - b)[Math.ceil((samples.length * share) / 100) - 1]! * 1e6,
      reset: () => void samples.splice(0),
      enable: () => true,
      disable: () => true,
    };
    let utilization = 1;
    const delay = watchLoopDelay(monitor, () => ({ idle: 0, active: 0, utilization }));
    samples.push(900, 800);
    assert.equal(delay.read().p50, 0);
    samples.push(21, 22, 23);
    assert.equal(delay.read().p50, 3);
    // A loop that stays late has few samples in half a second.
    for (const sample of [900, 900, 900, 900]) {
      samples.push(sample);
      assert.equal(delay.read().p50, 3);
    }
    samples.push(900);
    assert.equal(delay.read().p50, 880);
    utilization = 0;
    assert.equal(delay.read().p50, 0, 'an idle loop is not late');
  });

  test('a process above its memory limit refuses requests and serves probes', async () => {
    const instance = await startInstance({ env: { MAX_MEMORY_MB: '128' } });
    const ballast = Buffer.alloc(128 * 1024 * 1024, 1);
    await until('refusal', async () => (await instance.call('GET', '/health')).status === 503);
    assert.equal((await fetch(`${instance.url}/livez`)).status, 200);
    assert.equal((await fetch(`${instance.url}/readyz`)).status, 503);
    assert.ok(ballast.length > 0);
    await instance.stop();
  });

  test('a body of a hundred thousand fields is refused without blocking other requests', async () => {
    const instance = await startInstance();
    const many = `{${Array.from({ length: 95_000 }, (_, n) => `"k${n}":1`).join(',')}}`;
    await instance.call('POST', '/incidents', { body: {} });
    const times: number[] = [];
    let reply = await instance.call('POST', '/incidents', { body: many });
    for (let n = 0; n < PARSED; n += 1) {
      const began = cpuMs();
      reply = await instance.call('POST', '/incidents', { body: many });
      times.push(cpuMs() - began);
    }
    // Work that the process does besides can only add to the time of a request.
    const tookMs = Math.min(...times);
    const parsed = cpuMs();
    for (let n = 0; n < PARSED; n += 1) JSON.parse(many);
    const parseMs = (cpuMs() - parsed) / PARSED;
    await instance.stop();
    assert.deepEqual([reply.status, faultsOf(reply)], [400, [' too_many']]);
    // Validating against every rule of the schema would take some twenty times the parse time.
    assert.ok(tookMs < 10 * parseMs, `${tookMs} ms, of which ${parseMs} to parse`);
  });

  test('a process that stops fails readiness first, serves requests meanwhile, then closes its connections', async () => {
    const instance = await startInstance();
    const { port } = new URL(instance.url);
    const get = () => instance.call('GET', '/incidents?limit=1');
    assert.equal((await get()).status, 200);
    instance.deps.lifecycle.isStopping = true;
    const ready = await fetch(`${instance.url}/readyz`);
    assert.deepEqual(
      [ready.status, ((await ready.json()) as { status: string }).status],
      [503, 'stopping'],
    );
    const late = await get();
    // A gateway that keeps its connections opens no new ones, which could be lost when listening ends.
    assert.deepEqual([late.status, late.headers.get('connection')], [200, 'keep-alive']);
    const stopped = stopListening(instance.app.server, 60_000);
    const isRefused = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => resolve(false));
        socket.once('error', () => resolve(true)).once('connect', () => socket.destroy());
      });
    await until('it stops listening', isRefused);
    // This request uses the connection that is still open.
    const last = await get();
    assert.deepEqual([last.status, last.headers.get('connection')], [200, 'close']);
    // The client may keep another one, which has a minute for its last request.
    instance.app.server.closeIdleConnections();
    await stopped;
    await instance.stop();
  });
});
