import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CircuitBreaker } from './circuit-breaker.ts';

describe('Circuit breaker', () => {
  const opened = () => {
    const clock = { at: 0 };
    const breaker = new CircuitBreaker({ failures: 5, openMs: 1000, now: () => clock.at });
    for (let n = 0; n < 5; n += 1) {
      assert.equal(breaker.enter(), 0, `request ${n} is sent`);
      breaker.failed();
    }
    return { breaker, clock };
  };

  test('it opens after five failures in a row, and a success in between starts anew', () => {
    const breaker = new CircuitBreaker({ failures: 5 });
    for (let n = 0; n < 4; n += 1) breaker.failed();
    breaker.succeeded();
    for (let n = 0; n < 4; n += 1) breaker.failed();
    assert.equal(breaker.isOpen, false);
    breaker.failed();
    assert.equal(breaker.isOpen, true);
  });

  test('open, it lets no request pass; then one, and closes if that succeeds', () => {
    const { breaker, clock } = opened();
    assert.equal(breaker.enter(), 1000);
    clock.at = 400;
    assert.equal(breaker.enter(), 600);
    clock.at = 1000;
    assert.equal(breaker.enter(), 0);
    assert.ok(breaker.enter() > 0, 'a second request waits for the first');
    breaker.succeeded();
    assert.equal(breaker.isOpen, false);
    assert.equal(breaker.enter(), 0);
  });

  test('if the one request fails, it is open again; if it is abandoned, another may try', () => {
    const { breaker, clock } = opened();
    clock.at = 1000;
    assert.equal(breaker.enter(), 0);
    breaker.failed();
    assert.equal(breaker.enter(), 1000);
    clock.at = 2000;
    assert.equal(breaker.enter(), 0);
    breaker.abandoned();
    assert.equal(breaker.enter(), 0);
  });
});
