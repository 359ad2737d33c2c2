import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { until } from '../../../../test/support/processes.ts';
import { ScriptedPostgres } from '../../../../test/support/scripted-postgres.ts';
import { openPool } from '../connection.ts';

describe('A pool whose URL names several hosts', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  type Roles = ScriptedPostgres['role'][];
  const start = async (roles: Roles, connections = 2) => {
    const hosts = await Promise.all(roles.map((role) => ScriptedPostgres.start(role)));
    ends.push(() => hosts.forEach((host) => host.close()));
    const names = hosts.map(({ port }) => `127.0.0.1:${port}`).join();
    const url = `postgres://u:p@${names}/desk?target_session_attrs=read-write`;
    const changes: string[] = [];
    const login = {
      url: () => url,
      onRefused: () => {},
      onPrimary: (label: string) => void changes.push(label),
    };
    const open = () => {
      const pool = openPool(
        login,
        { max: connections, connectionTimeoutMillis: 10_000, idleTimeoutMillis: 0 },
        () => {},
      );
      ends.push(() => pool.end());
      return pool;
    };
    const pool = open();
    const askPort = async () => (await pool.query('read')).rows[0].port as number;
    return { hosts: hosts as [ScriptedPostgres, ScriptedPostgres], pool, open, askPort, changes };
  };
  const occupy = async (pool: Awaited<ReturnType<typeof start>>['pool'], count: number) => {
    const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()));
    for (const client of clients) client.release();
  };

  test('a pool passes over standbys and hosts that are frozen or gone', async () => {
    const { hosts, askPort, changes } = await start(['standby', 'frozen', 'primary', 'primary']);
    hosts[3 as 0].close();
    assert.equal(await askPort(), hosts[2 as 0].port);
    assert.deepEqual(changes, [`127.0.0.1:${hosts[2 as 0].port}`]);
  });

  test('the primary is remembered, so that a further connection asks no other host', async () => {
    const { hosts, pool, askPort } = await start(['standby', 'primary'], 4);
    await askPort();
    const { logins } = hosts[0];
    await occupy(pool, 4);
    assert.equal(hosts[0].logins, logins);
  });

  test('a refused write closes every idle connection to the standby, of other pools too', async () => {
    const { hosts, pool, open, askPort } = await start(['primary', 'standby'], 3);
    const other = open();
    await Promise.all([occupy(pool, 3), occupy(other, 3)]);
    [hosts[0].role, hosts[1].role] = ['standby', 'primary'];
    await assert.rejects(pool.query('write'), { code: '25006' });
    await until('no connection to the standby is left', () => hosts[0].connections === 0);
    assert.equal(await askPort(), hosts[1].port);
    assert.equal((await other.query('write')).rows[0].port, hosts[1].port);
  });

  test('a login that leads to a standby is repeated at the new primary', async () => {
    const { hosts, pool, askPort } = await start(['primary', 'standby'], 2);
    const held = await pool.connect();
    [hosts[0].role, hosts[1].role] = ['standby', 'primary'];
    assert.equal(await askPort(), hosts[1].port);
    held.release();
  });

  test('connections to a frozen host are closed once another one is the primary', async () => {
    const { hosts, pool, askPort } = await start(['primary', 'standby'], 2);
    const held = await pool.connect();
    hosts[0].role = 'frozen';
    const isClosed = assert.rejects(held.query('read'), /Connection terminated/);
    hosts[1].role = 'primary';
    assert.equal(await askPort(), hosts[1].port);
    await isClosed;
    held.release(true);
  });

  test('the host with the later timeline is the primary if two accept writes', async () => {
    const { hosts, askPort } = await start(['primary', 'primary']);
    hosts[1].timeline = 2;
    assert.equal(await askPort(), hosts[1].port);
  });

  test('a host that wakes up on an earlier timeline is not used, even if the primary does not respond', async () => {
    const { hosts, pool, askPort, changes } = await start(['frozen', 'primary']);
    hosts[1].timeline = 2;
    assert.equal(await askPort(), hosts[1].port);
    const held = await pool.connect();
    [hosts[0].role, hosts[1].role] = ['primary', 'frozen'];
    // The connection to the primary waits, so all hosts are asked.
    const waiting = askPort();
    await until(
      'the other host was asked',
      () => hosts[0].logins > 0 && hosts[0].connections === 0,
    );
    hosts[1].role = 'primary';
    hosts[1].disconnect();
    await assert.rejects(waiting, /Connection terminated/);
    held.release(true);
    const found = await until('the primary is found', () => askPort().catch(() => undefined));
    assert.equal(found, hosts[1].port);
    assert.deepEqual(new Set(changes), new Set([`127.0.0.1:${hosts[1].port}`]));
  });

  test('a host on an earlier timeline is used once all have responded, as after a restore', async () => {
    const { hosts, pool, askPort } = await start(['standby', 'primary']);
    hosts[1].timeline = 2;
    assert.equal(await askPort(), hosts[1].port);
    [hosts[0].role, hosts[1].role] = ['primary', 'standby'];
    await assert.rejects(pool.query('write'), { code: '25006' });
    await until('no connection to the standby is left', () => hosts[1].connections === 0);
    assert.equal(await askPort(), hosts[0].port);
  });

  test('if no host accepts writes, the error names each with its reason, and no password', async () => {
    const { hosts, askPort } = await start(['standby', 'standby']);
    hosts[1].close();
    await assert.rejects(askPort(), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'ENOPRIMARY');
      assert.match(error.message, /^No host accepts writes: 127\.0\.0\.1:\d+ is a standby, /);
      assert.match(error.message, /127\.0\.0\.1:\d+ cannot be used \(.*ECONNREFUSED.*\)\.$/);
      assert.doesNotMatch(error.message, /u:p/);
      return true;
    });
  });

  test('requests during an outage do not flood the standbys with logins', async () => {
    const { hosts, askPort } = await start(['standby', 'standby'], 1);
    for (let n = 0; n < 20; n += 1) await assert.rejects(askPort(), { code: 'ENOPRIMARY' });
    assert.ok(hosts[0].logins < 10, `${hosts[0].logins} logins`);
  });
});
