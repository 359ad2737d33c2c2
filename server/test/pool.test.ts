import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestClock } from './spec/setup.ts';
import { sql, startInstance } from './support/harness.ts';
import { until } from './support/processes.ts';

const WRITERS = 8;
const WRITES = 10;

test('more writers than connections all get a response while the settings are reloaded', async () => {
  const clock = new TestClock();
  const instance = await startInstance({ pool: 2, now: () => clock.now });
  const statuses = new Set<number>();
  const write = async () => {
    const { body } = await instance.call('POST', '/incidents', {
      body: { short_description: 'x' },
    });
    for (let n = 0; n < WRITES; n += 1) {
      // The clock moves further than settings are cached, so that they are reloaded while every connection is taken.
      clock.forward(2);
      const priority = n % 2 === 0 ? 'P1' : 'P2';
      const reply = await instance.call('PATCH', `/incidents/${body.id}`, { body: { priority } });
      statuses.add(reply.status);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  await instance.stop();
  assert.deepEqual([...statuses], [200]);
});

test('a connection that breaks between two statements of a transaction fails that transaction alone', async () => {
  const instance = await startInstance();
  const { db } = instance.deps;
  const broken = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await instance.sql('select pg_terminate_backend($1)', [rows[0]?.pid]);
    // No statement is running when the connection ends. The last words of the backend are received before the response
    // to the statement that finds it gone.
    await until('the backend is gone', async () => {
      const left = await instance.sql('select from pg_stat_activity where pid = $1', [
        rows[0]?.pid,
      ]);
      return left.length === 0;
    });
    await instance.sql('select 1');
    await sql`select 1`.execute(tx);
  });
  await assert.rejects(broken);
  const { status } = await instance.call('POST', '/incidents', {
    body: { short_description: 'x' },
  });
  await instance.stop();
  assert.equal(status, 201);
});
