import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CircuitBreaker } from './circuit-breaker.ts';

describe('Circuit breaker', () => {
  const openBreaker = () => {
    const clock = { at: 0 };
    const breaker = new CircuitBreaker({ failures: 5, openMs: 1000, now: () => clock.at });
    for (let n = 0; n < 5; n += 1) {
      assert.equal(breaker.enter(), 0, `request ${n} is sent`);
      breaker.recordFailure();
    }
    return { breaker, clock };
  };

  test('the breaker opens after five failures in a row, and a success in between resets the count', () => {
    const breaker = new CircuitBreaker({ failures: 5 });
    for (let n = 0; n < 4; n += 1) breaker.recordFailure();
    breaker.recordSuccess();
    for (let n = 0; n < 4; n += 1) breaker.recordFailure();
    assert.equal(breaker.isOpen, false);
    breaker.recordFailure();
    assert.equal(breaker.isOpen, true);
  });

  test('an open breaker lets no request pass, then a single one, and closes if that one succeeds', () => {
    const { breaker, clock } = openBreaker();
    assert.equal(breaker.enter(), 1000);
    clock.at = 400;
    assert.equal(breaker.enter(), 600);
    clock.at = 1000;
    assert.equal(breaker.enter(), 0);
    assert.ok(breaker.enter() > 0, 'a second request waits for the first');
    breaker.recordSuccess();
    assert.equal(breaker.isOpen, false);
    assert.equal(breaker.enter(), 0);
  });

  test('the breaker opens again if the trial request fails, and allows another trial if it is abandoned', () => {
    const { breaker, clock } = openBreaker();
    clock.at = 1000;
    assert.equal(breaker.enter(), 0);
    breaker.recordFailure();
    assert.equal(breaker.enter(), 1000);
    clock.at = 2000;
    assert.equal(breaker.enter(), 0);
    breaker.releaseTrial();
    assert.equal(breaker.enter(), 0);
  });
});
