import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runSerially } from './process-parts.ts';

describe('Work on large messages', () => {
  test('one begins after another has ended, also after one that failed, and processes do not wait for each other', async () => {
    const key = { db: {} as never };
    const other = { db: {} as never };
    const begun: string[] = [];
    const ending = Promise.withResolvers<void>();
    const first = runSerially(key, async () => {
      begun.push('first');
      await ending.promise;
      throw new Error('not a mail');
    });
    const second = runSerially(key, async () => begun.push('second'));
    await runSerially(other, async () => begun.push('other'));
    assert.deepEqual(begun, ['first', 'other']);
    ending.resolve();
    await assert.rejects(first, /not a mail/);
    await second;
    assert.deepEqual(begun, ['first', 'other', 'second']);
  });
});
