import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ManualClock } from '../../../test/support/clock.ts';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { until } from '../../../test/support/processes.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { RevocationCache } from './revocation-cache.ts';

describe('Revocations in memory', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  const revoke = (subject: string) =>
    instance.sql(
      'insert into revocations (subject, generation, revoked_at) values ($1, 1, now())',
      [subject],
    );
  const tokenOf = (id: string) => ({
    id,
    generation: 0,
    client: undefined,
    keyId: undefined,
    sessionId: undefined,
    signedBy: 'key',
  });

  const TIMES = { refreshMs: 1000, idleAfterMs: 10_000, idleRefreshMs: 60_000 };

  /** Returns after the first poll; `nextPollIn` waits for the end of a poll. */
  const start = async (deps: Deps = instance.deps) => {
    const clock = new ManualClock();
    const revoked = new RevocationCache(deps, undefined, TIMES, clock);
    const { stop } = revoked.start();
    await revoked.whenUpToDate();
    const nextPollIn = (ms: number) =>
      until(`the next poll is in ${ms} ms`, () => clock.waiting.includes(ms));
    return { clock, revoked, stop, nextPollIn };
  };

  test('revocations are read while tokens are checked', async () => {
    const { clock, revoked, stop, nextPollIn } = await start();
    assert.equal(revoked.has(tokenOf('anna')), false);
    await revoke('anna');
    clock.advance(TIMES.refreshMs);
    await nextPollIn(TIMES.refreshMs);
    assert.equal(revoked.has(tokenOf('anna')), true);
    await stop();
  });

  test('revocations are read before the first token after an idle time is checked', async () => {
    const { clock, revoked, stop, nextPollIn } = await start();
    clock.advance(TIMES.idleAfterMs + 1);
    await nextPollIn(TIMES.idleRefreshMs);
    await revoke('boris');
    clock.advance(TIMES.idleRefreshMs - 1);
    const reading = revoked.whenUpToDate();
    assert.equal(revoked.has(tokenOf('boris')), false, 'an idle process does not poll');
    assert.ok(reading, 'a token waits');
    await reading;
    assert.equal(revoked.has(tokenOf('boris')), true);
    assert.equal(revoked.whenUpToDate(), undefined);
    // From now on the cache polls as often as before.
    await revoke('clara');
    clock.advance(TIMES.refreshMs);
    await nextPollIn(TIMES.refreshMs);
    assert.equal(revoked.has(tokenOf('clara')), true);
    await stop();
  });

  test('revocations are read again for a token that comes after a poll that took longer than the idle time', async () => {
    const answers: (() => void)[] = [];
    let isHeld = false;
    const db = instance.deps.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isHeld) await new Promise<void>((resolve) => answers.push(resolve));
        return result;
      },
    });
    const { clock, revoked, stop } = await start({ ...instance.deps, db });
    clock.advance(TIMES.idleAfterMs - 1);
    await until('the poll has ended', () => clock.waiting.length === 1);
    isHeld = true;
    clock.advance(2);
    const first = revoked.whenUpToDate();
    await until('a poll waits', () => answers.length === 1);
    await revoke('dora');
    clock.advance(TIMES.idleAfterMs + 1);
    const second = revoked.whenUpToDate();
    answers.pop()?.();
    await first;
    await until('another poll waits', () => answers.length === 1);
    assert.equal(revoked.whenUpToDate(), second, 'the next token waits too');
    isHeld = false;
    answers.pop()?.();
    await second;
    assert.equal(revoked.has(tokenOf('dora')), true);
    await stop();
  });
});
