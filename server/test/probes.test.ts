// Probes are public and never refused, so their cost must not grow with their number.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { type Instance, startInstance } from './support/harness.ts';
import { until } from './support/processes.ts';

const CONCURRENT_PROBES = 300;

describe('Readiness', () => {
  let instance: Instance;
  let client: pg.Client;
  before(async () => {
    instance = await startInstance();
    client = new pg.Client({ connectionString: instance.deps.config.DATABASE_URL });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await instance.stop();
  });

  const waiting = async (): Promise<number> => {
    const { rows } = await client.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length;
  };
  const connections = (server: Instance['app']['server']) =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  const probes = () => [`${instance.url}/readyz`, `${instance.deps.config.AUTH_URL}/readyz`];

  test('600 probes at once, of the API and of the identity provider, share one check of the database', async () => {
    await client.query('begin');
    await client.query('lock table schema_migrations');
    const responses = probes().flatMap((url) =>
      Array.from({ length: CONCURRENT_PROBES }, () => fetch(url)),
    );
    for (const server of [instance.app.server, instance.auth.server]) {
      await until(
        'all have connected',
        async () => (await connections(server)) >= CONCURRENT_PROBES,
      );
    }
    await until('a check waits', async () => (await waiting()) > 0);
    assert.equal(await waiting(), 1);
    await client.query('commit');
    const unlocked = performance.now();
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    const tookMs = performance.now() - unlocked;
    assert.deepEqual(
      statuses,
      Array.from({ length: 2 * CONCURRENT_PROBES }, () => 200),
    );
    assert.ok(tookMs < 5000, `${tookMs} ms`);
  });

  test('a result is kept for a second at most, and a stop shows at once', async () => {
    await client.query(`update schema_migrations set name = 'x' || name where name like '0001%'`);
    for (const url of probes()) {
      await until(`${url} fails`, async () => (await fetch(url)).status === 503, 5);
    }
    await client.query(`update schema_migrations set name = substr(name, 2) where name like 'x%'`);
    await until(
      'it recovers',
      async () => (await fetch(`${instance.url}/readyz`)).status === 200,
      5,
    );
    instance.deps.lifecycle.isStopping = true;
    const response = await fetch(`${instance.url}/readyz`);
    instance.deps.lifecycle.isStopping = false;
    assert.equal(response.status, 503);
    assert.equal(((await response.json()) as { status: string }).status, 'stopping');
  });
});
