// Probes are public and never refused, so their cost must not grow with their number.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compose } from '../src/feature.ts';
import { features } from '../src/features.ts';
import { offerHealthChecks } from '../src/platform/runtime/health.ts';
import { TestClock } from './spec/setup.ts';
import { type Instance, startInstance } from './support/harness.ts';
import { exhaustPool } from './support/exhausted-pool.ts';

const CONCURRENT_PROBES = 300;
const POOL = 2;

/** A check of the database sends one statement for each thing that a feature looks at. */
const STATEMENTS_OF_A_CHECK = 10;

describe('Readiness', () => {
  const clock = new TestClock();
  let instance: Instance;
  before(async () => {
    instance = await startInstance({
      now: () => clock.now,
      pool: POOL,
      env: { DATABASE_WAIT_MS: '60000' },
    });
  });
  after(() => instance.stop());

  const probes = () => [`${instance.url}/readyz`, `${instance.deps.config.AUTH_URL}/readyz`];

  /** Counts the statements that so many probes of each listener send, and returns all statuses. */
  const probeAll = async (count: number) => {
    clock.forward(2);
    let statements = 0;
    const { probe } = instance.deps;
    instance.deps.probe = probe.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const urls = probes().flatMap((url) => Array.from({ length: count }, () => url));
    const statuses = await Promise.all(urls.map(async (url) => (await fetch(url)).status));
    instance.deps.probe = probe;
    return { statements, statuses: [...new Set(statuses)] };
  };

  test('600 probes at once, of the API and of the identity provider, share one check of the database', async () => {
    const one = await probeAll(1);
    assert.ok(one.statements > 0, 'the database is asked');
    const { statements, statuses } = await probeAll(CONCURRENT_PROBES);
    assert.deepEqual(statuses, [200]);
    // A check that has not ended when the probes are answered is counted in part, in either run.
    assert.ok(
      statements <= STATEMENTS_OF_A_CHECK,
      `${CONCURRENT_PROBES * 2} probes sent ${statements} statements`,
    );
  });

  test('a readiness probe succeeds while requests use every connection', async () => {
    clock.forward(2);
    const held = await exhaustPool(instance, POOL);
    assert.deepEqual((await probeAll(1)).statuses, [200]);
    await held.release();
  });

  test('every probe fails within a second while the database does not respond', async () => {
    clock.forward(2);
    const released = Promise.withResolvers<void>();
    const held = instance.deps.probe.connection().execute(() => released.promise);
    for (const url of probes()) {
      const response = await fetch(url);
      const { checks } = (await response.json()) as { checks: Record<string, object> };
      assert.equal(response.status, 503);
      assert.deepEqual(checks['database'], {
        status: 'failed',
        detail: 'No response within a second.',
      });
    }
    released.resolve();
    await held;
    clock.forward(2);
    assert.deepEqual((await probeAll(1)).statuses, [200]);
  });

  test('a check of a feature that fails is degraded, and the process stays ready', async () => {
    clock.forward(2);
    const fail = () => Promise.reject(new Error('no such table'));
    offerHealthChecks({ broken: fail });
    const response = await fetch(`${instance.url}/readyz`);
    compose(features);
    clock.forward(2);
    const { status, checks } = (await response.json()) as { status: string; checks: object };
    assert.deepEqual([response.status, status], [200, 'degraded']);
    assert.deepEqual(Object.entries(checks).at(-1), [
      'broken',
      { status: 'degraded', detail: 'No response.' },
    ]);
  });

  test('a result is cached for a second at most, and a shutdown shows at once', async () => {
    const statuses = () => Promise.all(probes().map(async (url) => (await fetch(url)).status));
    clock.forward(2);
    assert.deepEqual(await statuses(), [200, 200]);
    await instance.sql(`update schema_migrations set name = 'x' || name where name like '0001%'`);
    clock.forward(0.9);
    assert.deepEqual(await statuses(), [200, 200]);
    clock.forward(0.1);
    assert.deepEqual(await statuses(), [503, 503]);
    await instance.sql(`update schema_migrations set name = substr(name, 2) where name like 'x%'`);
    clock.forward(1);
    assert.deepEqual(await statuses(), [200, 200]);
    instance.deps.lifecycle.isStopping = true;
    const response = await fetch(`${instance.url}/readyz`);
    instance.deps.lifecycle.isStopping = false;
    assert.equal(response.status, 503);
    assert.equal(((await response.json()) as { status: string }).status, 'stopping');
  });
});
