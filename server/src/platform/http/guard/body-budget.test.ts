import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../../../test/support/clock.ts';
import { BodyBudget } from './body-budget.ts';

const refused = { code: 'overloaded', headers: { 'retry-after': '5' } };
/** Returns whether the promise is still pending once all queued callbacks have run. */
const isPending = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol('pending');
  promise.catch(() => {});
  await new Promise(setImmediate);
  return (await Promise.race([promise.catch(() => {}), Promise.resolve(pending)])) === pending;
};

describe('the budget of large bodies', () => {
  test('a body takes memory as its bytes arrive, and waits for older bodies if there is none', async () => {
    const budget = new BodyBudget(
      { bytes: 100, callerBytes: 100, waitMs: 5000 },
      new ManualClock(),
    );
    const [first, second, third] = [budget.begin('a'), budget.begin('b'), budget.begin('c')];
    await budget.acquire(first, 60);
    await budget.acquire(second, 10);
    const large = budget.acquire(second, 40);
    const small = budget.acquire(third, 10);
    assert.deepEqual(
      [await isPending(large), await isPending(small)],
      [true, true],
      'a younger body does not pass an older one',
    );
    budget.release(first);
    budget.release(first);
    await Promise.all([large, small]);
    budget.release(second);
    budget.release(third);
    await budget.acquire(budget.begin('a'), 100);
  });

  test('a body that waited too long is refused, and those behind it go on', async () => {
    const clock = new ManualClock();
    const budget = new BodyBudget({ bytes: 100, callerBytes: 100, waitMs: 5000 }, clock);
    const first = budget.begin('a');
    await budget.acquire(first, 60);
    const late = budget.acquire(budget.begin('b'), 100);
    clock.advance(1000);
    const behind = budget.acquire(budget.begin('c'), 40);
    clock.advance(3999);
    assert.equal(await isPending(late), true);
    clock.advance(1);
    await assert.rejects(late, refused);
    await behind;
  });

  test('a refusal makes room for a body that would be refused at the same moment', async () => {
    const clock = new ManualClock();
    const budget = new BodyBudget({ bytes: 100, callerBytes: 100, waitMs: 5000 }, clock);
    await budget.acquire(budget.begin('a'), 60);
    const refusal = assert.rejects(budget.acquire(budget.begin('b'), 50), refused);
    const behind = budget.begin('c');
    const admission = budget.acquire(behind, 30);
    clock.advance(5000);
    await Promise.all([refusal, admission]);
    await budget.acquire(behind, 10);
  });

  test('a caller has its share, and only its own bodies wait for it', async () => {
    const budget = new BodyBudget({ bytes: 100, callerBytes: 50, waitMs: 5000 }, new ManualClock());
    const [first, second, other] = [budget.begin('a'), budget.begin('a'), budget.begin('b')];
    await budget.acquire(first, 45);
    const waiting = budget.acquire(second, 10);
    assert.equal(await isPending(waiting), true);
    await budget.acquire(other, 50);
    budget.release(other);
    budget.release(first);
    await waiting;
  });

  test('the youngest of bodies that all wait for each other is refused at once', async () => {
    const everybody = new BodyBudget(
      { bytes: 100, callerBytes: 100, waitMs: 5000 },
      new ManualClock(),
    );
    const [a, b] = [everybody.begin('a'), everybody.begin('b')];
    await everybody.acquire(a, 50);
    await everybody.acquire(b, 50);
    const older = everybody.acquire(a, 30);
    await assert.rejects(everybody.acquire(b, 30), refused);
    await older;
    await assert.rejects(
      everybody.acquire(b, 1),
      refused,
      'a body that was refused takes nothing more',
    );

    const share = new BodyBudget(
      { bytes: 1000, callerBytes: 100, waitMs: 5000 },
      new ManualClock(),
    );
    const running = share.begin('b');
    await share.acquire(running, 10);
    const [one, two] = [share.begin('a'), share.begin('a')];
    await share.acquire(two, 50);
    await share.acquire(one, 50);
    const newer = share.acquire(two, 30);
    const oldest = share.acquire(one, 30);
    await assert.rejects(newer, refused);
    await oldest;
  });
});
