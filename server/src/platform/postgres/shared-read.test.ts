import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../../test/support/clock.ts';
import { until } from '../../../test/support/processes.ts';
import { sharedRead } from './shared-read.ts';

const never = () => new Promise<never>(() => {});

describe('A shared read', () => {
  test('a shared read is repeated once if it has not ended after three seconds', async () => {
    const clock = new ManualClock();
    let reads = 0;
    const read = sharedRead(async () => ((reads += 1) === 1 ? never() : 'row'), clock);
    clock.advance(2999);
    assert.equal(reads, 1);
    clock.advance(1);
    assert.equal(await read, 'row');
    assert.deepEqual([reads, clock.waiting], [2, []]);
  });

  test('a shared read fails after the second timeout, as when the database cannot be reached', async () => {
    const clock = new ManualClock();
    const failed = assert.rejects(sharedRead(never, clock), /Query read timeout/);
    clock.advance(3000);
    await until('the second read has begun', () => clock.waiting.length === 1);
    clock.advance(3000);
    await failed;
  });

  test('a shared read passes an error on at once', async () => {
    const clock = new ManualClock();
    await assert.rejects(
      sharedRead(async () => assert.fail('no such table'), clock),
      /no such table/,
    );
    assert.deepEqual(clock.waiting, []);
  });
});
