import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../../test/support/clock.ts';
import { WriteSlots, writesOf } from './write-slots.ts';

describe('Writes', () => {
  test('writes take at most six of eight connections, and one of one', () => {
    assert.deepEqual([8, 4, 2, 1].map(writesOf), [6, 3, 1, 1]);
  });

  test('writes wait for a slot in order', async () => {
    const slots = new WriteSlots(1, 1500, new ManualClock());
    const [first, ended] = [Promise.withResolvers<void>(), [] as number[]];
    const writes = [1, 2, 3].map((n) =>
      slots.run(async () => {
        if (n === 1) await first.promise;
        ended.push(n);
      }),
    );
    assert.equal(slots.waiting, 2);
    first.resolve();
    await Promise.all(writes);
    assert.deepEqual([ended, slots.waiting, slots.waitingMs], [[1, 2, 3], 0, 0]);
  });

  test('a write is refused after the time that a connection may take, and a failed one makes room', async () => {
    const clock = new ManualClock();
    const slots = new WriteSlots(1, 1500, clock);
    const first = Promise.withResolvers<void>();
    const writing = slots.run(() => first.promise);
    const refused = assert.rejects(
      slots.run(async () => {}),
      /writes wait for the database/,
    );
    clock.advance(1499);
    assert.equal(slots.waitingMs, 1499);
    clock.advance(1);
    await refused;
    first.reject(new Error('lost'));
    await assert.rejects(writing, /lost/);
    assert.equal(await slots.run(async () => 'written'), 'written');
  });
});
