import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { cloneDatabase, withClient } from '../../../test/support/databases.ts';
import { until } from '../../../test/support/processes.ts';
import { startSwallowingProxy } from '../../../test/support/swallowing-proxy.ts';
import { isoTimestamp, openPool } from './connection.ts';

describe('Values from the database', () => {
  test('a timestamp leaves the driver as ISO 8601 with milliseconds', () => {
    for (const [written, iso] of [
      ['2026-11-15 02:03:57+00', '2026-11-15T02:03:57.000Z'],
      ['2026-11-15 02:03:57.1+00', '2026-11-15T02:03:57.100Z'],
      ['2026-11-15 02:03:57.123+00', '2026-11-15T02:03:57.123Z'],
    ] as const) {
      assert.equal(isoTimestamp(written), iso);
    }
  });
});

describe('A pool', () => {
  test('a pool closes a connection that sends nothing, and connects again', async () => {
    const database = await cloneDatabase();
    const proxy = await startSwallowingProxy(database.url);
    const pool = openPool(proxy.url, { max: 1, respondWithinMs: 500 }, () => {});
    await pool.query('select 1');
    assert.equal(proxy.lose(), 1);
    await assert.rejects(pool.query('select 2'), /Connection terminated: .* nothing for 500 ms/);
    assert.equal((await pool.query('select 3 as n')).rows[0].n, 3);
    await pool.end();
    proxy.close();
    await database.drop();
  });

  test('a pool logs in with the current password, and reads it again after a refusal', async () => {
    const database = await cloneDatabase();
    const role = `login_${randomUUID().replaceAll('-', '')}`;
    const asAdmin = (text: string) => withClient(database.url, (client) => client.query(text));
    await asAdmin(`create role ${role} login password 'new'`);
    const url = new URL(database.url);
    [url.username, url.password] = [role, 'old'];
    let refusals = 0;
    const login = {
      url: () => url.href,
      onRefused: () => {
        refusals += 1;
        if (refusals > 1) url.password = 'new';
      },
    };
    const pool = openPool(login, { max: 1 }, () => {});
    await assert.rejects(
      pool.query('select 1'),
      { code: '28P01' },
      'the login is repeated once only',
    );
    const { rows } = await pool.query('select current_user as name');
    assert.deepEqual([rows, refusals], [[{ name: role }], 2]);
    const client = await pool.connect();
    client.release();
    await pool.end();
    await asAdmin(`drop role ${role}`);
    await database.drop();
  });

  test('a pool closes the connection to a standby, and not after other errors', async () => {
    const database = await cloneDatabase();
    const pool = openPool(database.url, { max: 1, idleTimeoutMillis: 0 }, () => {});
    const backend = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
    const first = await backend();
    const fails = async (text: string, error: object) => {
      const client = await pool.connect();
      await assert.rejects(client.query(text), error);
      client.release();
    };
    await fails('select 1 / 0', /division by zero/);
    assert.equal(await backend(), first);
    await pool.query('set default_transaction_read_only = on');
    await fails('create table x ()', { code: '25006' });
    await until('it is closed', () => pool.totalCount === 0);
    assert.notEqual(await backend(), first);
    await pool.end();
    await database.drop();
  });
});
