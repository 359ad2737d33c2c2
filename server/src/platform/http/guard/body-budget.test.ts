import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../../../test/support/clock.ts';
import { BodyBudget } from './body-budget.ts';

const refused = { code: 'overloaded', headers: { 'retry-after': '5' } };
/** Whether the promise is still pending once all queued callbacks have run. */
const isPending = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol('pending');
  promise.catch(() => {});
  await new Promise(setImmediate);
  return (await Promise.race([promise.catch(() => {}), Promise.resolve(pending)])) === pending;
};

describe('the budget of large bodies', () => {
  test('memory is taken as bytes arrive, and those that find none wait for older ones', async () => {
    const budget = new BodyBudget(100, 100, 5000, new ManualClock());
    const [first, second, third] = [budget.begin('a'), budget.begin('b'), budget.begin('c')];
    await first.grow(60);
    await second.grow(10);
    const large = second.grow(40);
    const small = third.grow(10);
    assert.deepEqual(
      [await isPending(large), await isPending(small)],
      [true, true],
      'a younger body does not pass an older one',
    );
    first.release();
    first.release();
    await Promise.all([large, small]);
    second.release();
    third.release();
    await budget.begin('a').grow(100);
  });

  test('a body that waited too long is refused, and those behind it go on', async () => {
    const clock = new ManualClock();
    const budget = new BodyBudget(100, 100, 5000, clock);
    const first = budget.begin('a');
    await first.grow(60);
    const late = budget.begin('b').grow(100);
    clock.advance(1000);
    const behind = budget.begin('c').grow(40);
    clock.advance(3999);
    assert.equal(await isPending(late), true);
    clock.advance(1);
    await assert.rejects(late, refused);
    await behind;
  });

  test('a caller has its share, and only its own bodies wait for it', async () => {
    const budget = new BodyBudget(100, 50, 5000, new ManualClock());
    const [first, second, other] = [budget.begin('a'), budget.begin('a'), budget.begin('b')];
    await first.grow(45);
    const waiting = second.grow(10);
    assert.equal(await isPending(waiting), true);
    await other.grow(50);
    other.release();
    first.release();
    await waiting;
  });

  test('of bodies that all wait for each other the youngest is refused at once', async () => {
    const everybody = new BodyBudget(100, 100, 5000, new ManualClock());
    const [a, b] = [everybody.begin('a'), everybody.begin('b')];
    await a.grow(50);
    await b.grow(50);
    const older = a.grow(30);
    await assert.rejects(b.grow(30), refused);
    await older;
    await assert.rejects(b.grow(1), refused, 'a body that was refused takes nothing more');

    const share = new BodyBudget(1000, 100, 5000, new ManualClock());
    const running = share.begin('b');
    await running.grow(10);
    const [one, two] = [share.begin('a'), share.begin('a')];
    await two.grow(50);
    await one.grow(50);
    const newer = two.grow(30);
    const oldest = one.grow(30);
    await assert.rejects(newer, refused);
    await oldest;
  });
});
