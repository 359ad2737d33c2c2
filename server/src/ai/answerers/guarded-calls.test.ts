import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { ManualClock } from '../../../test/support/clock.ts';
import { until } from '../../../test/support/processes.ts';
import { ApiError } from '../../platform/errors.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { classify, InvalidOutput } from './failures.ts';
import { GuardedCalls } from './guarded-calls.ts';

const log = pino({ level: 'silent' });
const statusError = (statusCode?: number) => Object.assign(new Error('failed'), { statusCode });

const guardedCalls = (options: Partial<ConstructorParameters<typeof GuardedCalls>[1]> = {}) =>
  new GuardedCalls(log, { timeoutMs: 60_000, retryAfterMs: 1, ...options });

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => undefined,
    (one: unknown) => one,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error.code;
};

describe('Calls to a provider', () => {
  test('a call is repeated after its first failure, and not after its second', async () => {
    let count = 0;
    const twice = guardedCalls().call('m', async () => {
      count += 1;
      if (count === 1) throw statusError(500);
      return count;
    });
    assert.equal(await twice, 2);
    count = 0;
    const never = guardedCalls().call('m', async () => {
      count += 1;
      throw statusError(500);
    });
    assert.deepEqual([await codeOf(never), count], ['model_unavailable', 2]);
  });

  test('a call that has passed on a part of its result is not repeated', async () => {
    let count = 0;
    const call = guardedCalls().call('m', async ({ commit }) => {
      count += 1;
      commit();
      throw statusError(500);
    });
    assert.deepEqual([await codeOf(call), count], ['model_unavailable', 1]);
  });

  test('a call that ignores its signal still ends at its timeout', async () => {
    const clock = new ManualClock();
    let count = 0;
    const call = codeOf(
      guardedCalls({ timeoutMs: 50, retryAfterMs: 7, clock }).call('m', () => {
        count += 1;
        return new Promise(() => {});
      }),
    );
    // The first attempt times out, the call pauses, and the second attempt times out.
    for (const [ms, attempts] of [
      [50, 1],
      [7, 1],
      [50, 2],
    ] as const) {
      await until(`${ms} ms are waited for`, () => clock.waiting.includes(ms));
      assert.equal(count, attempts);
      clock.advance(ms);
    }
    assert.equal(await call, 'model_unavailable');
    assert.deepEqual(clock.waiting, []);
  });

  test('after five failures no call is sent until the provider is tried again and responds', async () => {
    const clock = new ManualClock();
    const breaker = new CircuitBreaker({ openMs: 100, now: clock.now });
    const calls = guardedCalls({ breaker });
    let sent = 0;
    let isDown = true;
    const send = () =>
      calls.call('m', async () => {
        sent += 1;
        if (isDown) throw statusError(503);
        return 'fine';
      });
    for (let n = 0; n < 6; n += 1) assert.equal(await codeOf(send()), 'model_unavailable');
    assert.equal(sent, 5);
    isDown = false;
    clock.advance(99);
    assert.equal(await codeOf(send()), 'model_unavailable', 'still open');
    clock.advance(1);
    assert.equal(await send(), 'fine');
    assert.equal(await send(), 'fine');
    assert.equal(breaker.isOpen, false);
  });

  test('unusable output is reported as such and does not count as a failure of the provider', async () => {
    const breaker = new CircuitBreaker();
    const calls = guardedCalls({ breaker });
    for (let n = 0; n < 4; n += 1) {
      const call = calls.call('m', async () => {
        throw new InvalidOutput('x');
      });
      assert.equal(await codeOf(call), 'model_output_invalid');
    }
    assert.equal(breaker.isOpen, false);
  });

  test('a request that the provider refuses does not open the circuit for other requests', async () => {
    for (const [status, isOpen] of [
      [400, false],
      [401, false],
      [413, false],
      [408, true],
      [429, true],
      [500, true],
      [undefined, true],
    ] as const) {
      const breaker = new CircuitBreaker();
      const calls = guardedCalls({ breaker });
      const refuse = () =>
        calls.call('m', async () => {
          throw statusError(status);
        });
      for (let n = 0; n < 6; n += 1) assert.equal(await codeOf(refuse()), 'model_unavailable');
      assert.equal(breaker.isOpen, isOpen, String(status));
    }
  });

  test('calls beyond the maximum number at once are refused immediately', async () => {
    const calls = guardedCalls({ maxCalls: 2 });
    const results = [1, 2].map(() => Promise.withResolvers<number>());
    const slow = results.map(({ promise }) => calls.call('m', () => promise));
    assert.equal(await codeOf(calls.call('m', async () => 3)), 'model_unavailable');
    for (const [index, { resolve }] of results.entries()) resolve(index + 1);
    assert.deepEqual(await Promise.all(slow), [1, 2]);
    assert.equal(await calls.call('m', async () => 4), 4);
  });

  test('stopping ends the calls in progress, also between attempts, and refuses later ones', async () => {
    const clock = new ManualClock();
    const calls = guardedCalls({ clock, retryAfterMs: 7 });
    const hanging = codeOf(calls.call('m', () => new Promise(() => {})));
    let count = 0;
    const paused = codeOf(
      calls.call('m', async () => {
        count += 1;
        throw statusError(500);
      }),
    );
    await until('one waits for its second attempt', () => clock.waiting.includes(7));
    calls.stop();
    assert.deepEqual(await Promise.all([hanging, paused]), [
      'model_unavailable',
      'model_unavailable',
    ]);
    assert.deepEqual([count, clock.waiting], [1, []]);
    assert.equal(await codeOf(calls.call('m', async () => 1)), 'model_unavailable');
  });

  test('failures are classified by who is at fault and whether a retry can help', () => {
    const kinds = [
      [statusError(429), 'provider', true],
      [statusError(500), 'provider', true],
      [statusError(401), 'provider', false],
      [statusError(200), 'output', true],
      [statusError(), 'provider', true],
      [Object.assign(new Error('x'), { name: 'AI_NoObjectGeneratedError' }), 'output', true],
      [new DOMException('x', 'TimeoutError'), 'provider', true],
      [Object.assign(new Error('x'), { lastError: statusError(403) }), 'provider', false],
    ] as const;
    for (const [error, kind, isRetryable] of kinds) {
      const failure = classify(error);
      assert.deepEqual([failure.kind, failure.isRetryable], [kind, isRetryable]);
    }
  });
});
