import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { until } from '../../../test/support/processes.ts';
import { Revoked } from './revoked.ts';

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
    keyId: undefined,
    sessionId: undefined,
    signedBy: 'key',
  });

  test('are read while tokens are checked', async () => {
    const revoked = new Revoked(instance.deps, {
      refreshMs: 20,
      idleAfterMs: 10_000,
      idleRefreshMs: 60_000,
    });
    const running = revoked.start();
    await revoked.upToDate();
    assert.equal(revoked.has(tokenOf('anna')), false);
    await revoke('anna');
    await until('it is known', () => revoked.has(tokenOf('anna')));
    await running.stop();
  });

  test('are read before the first token after an idle time is checked', async () => {
    const revoked = new Revoked(instance.deps, {
      refreshMs: 20,
      idleAfterMs: 100,
      idleRefreshMs: 60_000,
    });
    const running = revoked.start();
    await revoked.upToDate();
    await sleep(300);
    await revoke('boris');
    await sleep(100);
    const reading = revoked.upToDate();
    assert.equal(revoked.has(tokenOf('boris')), false, 'an idle process does not look');
    assert.ok(reading, 'a token waits');
    await reading;
    assert.equal(revoked.has(tokenOf('boris')), true);
    assert.equal(revoked.upToDate(), undefined);
    // From now on it is read as often as before.
    await revoke('clara');
    await until('it is known', () => revoked.has(tokenOf('clara')), 2);
    await running.stop();
  });
});
