import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql, startInstance } from './support/harness.ts';

/** Longer than settings are cached, so that they are read again while every connection is taken. */
const DURATION_MS = 1500;

test('more writers than connections all get a response while the settings are read again', async () => {
  const instance = await startInstance({ pool: 2 });
  const statuses = new Set<number>();
  const until = performance.now() + DURATION_MS;
  const write = async () => {
    const { body } = await instance.call('POST', '/incidents', {
      body: { short_description: 'x' },
    });
    for (let n = 0; performance.now() < until; n += 1) {
      const priority = n % 2 === 0 ? 'P1' : 'P2';
      const reply = await instance.call('PATCH', `/incidents/${body.id}`, { body: { priority } });
      statuses.add(reply.status);
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
  await instance.stop();
  assert.deepEqual([...statuses], [200]);
});

test('a connection that breaks between two statements of a transaction fails that transaction alone', async () => {
  const instance = await startInstance();
  const { db } = instance.deps;
  const broken = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await instance.sql('select pg_terminate_backend($1)', [rows[0]?.pid]);
    // No statement is running when the connection ends.
    await new Promise((done) => setTimeout(done, 100));
    await sql`select 1`.execute(tx);
  });
  await assert.rejects(broken);
  const { status } = await instance.call('POST', '/incidents', {
    body: { short_description: 'x' },
  });
  await instance.stop();
  assert.equal(status, 201);
});
