import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BodyBudget } from './arrival.ts';

describe('the budget of large bodies', () => {
  test('what fits goes on at once; the rest waits its turn, in the order in which it came', async () => {
    const budget = new BodyBudget(100, 5000);
    const order: string[] = [];
    const take = (name: string, bytes: number) =>
      budget.take(bytes).then((release) => {
        order.push(name);
        return release;
      });
    const first = await take('first', 60);
    const large = take('large', 100);
    const small = take('small', 10);
    await Promise.resolve();
    assert.deepEqual(order, ['first'], 'the small one does not pass the large one');
    first();
    first();
    (await large)();
    (await small)();
    assert.deepEqual(order, ['first', 'large', 'small']);
    (await take('all', 100))();
  });

  test('who waited too long is told to come again, and those behind move up', async () => {
    const budget = new BodyBudget(100, 30);
    const release = await budget.take(60);
    const late = budget.take(100);
    const behind = budget.take(40);
    await assert.rejects(late, { code: 'overloaded', headers: { 'retry-after': '5' } });
    (await behind)();
    release();
    (await budget.take(100))();
  });
});
