// Revocations reach every API process, in whatever order their transactions commit.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import {
  purgeExpiredRevocations,
  signingKeySubject,
} from '../../src/identity/revocations/revocations.sql.ts';
import { type Instance, startInstance } from '../support/harness.ts';
import { until } from '../support/processes.ts';

describe('Revocations', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  const REVOKE = `insert into revocations (subject, generation, revoked_at) values ($1, 1, now())`;
  const tokenOf = (sub: string) => instance.mint({ sub, gen: 0, roles: ['agent'] });
  const isRefused = (token: string) =>
    until(
      'the token is refused',
      async () => (await instance.call('GET', '/me', { token })).status === 401,
    );

  test('a revocation that commits late is applied, although a later one was read and an earlier one purged', async () => {
    const [late, later] = [await tokenOf('late'), await tokenOf('later')];
    await instance.sql(REVOKE, ['swept']);
    const client = new pg.Client({ connectionString: instance.deps.config.DATABASE_URL });
    await client.connect();
    await client.query('begin');
    await client.query(REVOKE, ['late']);
    await instance.sql(REVOKE, ['later']);
    await isRefused(later);
    assert.equal((await instance.call('GET', '/me', { token: late })).status, 200, 'not committed');
    await client.query(`delete from revocations where subject = 'swept'`);
    await client.query('commit');
    await client.end();
    await isRefused(late);
  });

  test('revocations of tokens are retained for two hours, those of signing keys for longer than a process trusts an old key set', async () => {
    const at = new Date('2026-03-02T08:00:00.000Z');
    const subjects = async (hours: number) => {
      await purgeExpiredRevocations(instance.deps.db, new Date(at.getTime() + hours * 3_600_000));
      const rows = await instance.sql('select subject from revocations where revoked_at = $1', [
        at,
      ]);
      return rows.map(({ subject }): string => subject).toSorted();
    };
    for (const subject of ['USR1', signingKeySubject('leaked')])
      await instance.sql(
        'insert into revocations (subject, generation, revoked_at) values ($1, 1, $2)',
        [subject, at],
      );
    assert.deepEqual(await subjects(1.9), ['USR1', 'signing-key:leaked']);
    assert.deepEqual(await subjects(2.1), ['signing-key:leaked']);
    assert.deepEqual(await subjects(25), ['signing-key:leaked']);
    assert.deepEqual(await subjects(26.1), []);
  });
});
