// Statements are sent to PostgreSQL together: begin with the first statement, deferred writes with the next, commit
// with the last.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  deferredWrite,
  inSavepoint,
  prepareAs,
  readTogether,
  savepoint,
} from '../src/platform/postgres/statements.ts';
import { type Instance, sql, startInstance } from './support/harness.ts';

const keep = deferredWrite('keep', (db) =>
  db.insertInto('idempotency_keys').values({
    id: '',
    request_hash: null as never,
    status: 0,
    headers: null as never,
    body: null,
    created_at: '',
  }),
);
const rowOf = (id: string) => [
  id,
  Buffer.from(id),
  200,
  '{}',
  Buffer.from(''),
  '2026-11-15T09:30:00.000Z',
];

describe('Transactions', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance({ pool: 2 });
  });
  after(() => instance.stop());

  const countStored = async (id: string) =>
    (await instance.sql('select from idempotency_keys where id = $1', [id])).length;
  const assertUsable = async () => {
    const { rows } = await sql<{ n: number }>`select ${1}::int as n`.execute(instance.deps.db);
    assert.deepEqual(rows, [{ n: 1 }], 'the connection serves the next');
  };
  const isInTransaction = async () =>
    (
      await instance.sql(`select from pg_stat_activity where datname = current_database()
      and application_name = 'signalbox' and state like 'idle in transaction%'`)
    ).length > 0;

  test('two reads sent together return their own rows, and fail together if one fails', async () => {
    const { db, maintenance: plain } = instance.deps;
    for (const connection of [db, plain, db]) {
      const [one, other] = await readTogether(
        connection,
        sql`select ${1}::int as n`.compile(connection),
        sql`select generate_series(1, ${2}::int) as m`.compile(connection),
      );
      assert.deepEqual([one, other], [[{ n: 1 }], [{ m: 1 }, { m: 2 }]]);
    }
    const divided = sql`select 1 / ${0}::int`.compile(db);
    const good = sql`select ${1}::int`.compile(db);
    await assert.rejects(readTogether(db, divided, good), { code: '22012' });
    await assert.rejects(readTogether(db, good, divided), { code: '22012' });
    await assertUsable();
  });

  test('deferred writes are visible to the next statement and committed', async () => {
    await instance.deps.db.transaction().execute(async (tx) => {
      await keep(tx, rowOf('first'));
      await keep(tx, rowOf('second'));
      assert.equal(await isInTransaction(), false, 'nothing is sent yet');
      const { rows } = await sql`select from idempotency_keys where id = ${'first'}`.execute(tx);
      assert.equal(rows.length, 1);
      assert.equal(await isInTransaction(), true);
      await keep(tx, rowOf('last'));
    });
    const all = await Promise.all(['first', 'second', 'last'].map(countStored));
    assert.deepEqual(all, [1, 1, 1]);
    assert.equal(await isInTransaction(), false);
    await assertUsable();
  });

  test('a failed deferred write fails the commit with its error, and nothing is stored', async () => {
    const failing = instance.deps.db.transaction().execute(async (tx) => {
      await sql`select 1 as one`.execute(tx);
      await keep(tx, rowOf('beside'));
      await keep(tx, rowOf('twice'));
      await keep(tx, rowOf('twice'));
    });
    await assert.rejects(failing, { code: '23505' });
    assert.deepEqual([await countStored('beside'), await countStored('twice')], [0, 0]);
    await assertUsable();
  });

  test('a deferred write is not sent after an exception, nor is a transaction without statements', async () => {
    const thrown = instance.deps.db.transaction().execute(async (tx) => {
      await keep(tx, rowOf('thrown'));
      throw new Error('over');
    });
    await assert.rejects(thrown, /over/);
    assert.equal(await instance.deps.db.transaction().execute(async () => 'nothing'), 'nothing');
    assert.equal(await countStored('thrown'), 0);
    await assertUsable();
  });

  test('rolling back to a savepoint discards the deferred writes since it, and keeps those before it', async () => {
    await instance.deps.db.transaction().execute(async (tx) => {
      await keep(tx, rowOf('before'));
      await savepoint.set(tx);
      await keep(tx, rowOf('since'));
      await savepoint.rollBack(tx);
      await savepoint.set(tx);
      await keep(tx, rowOf('before'));
      await assert.rejects(savepoint.release(tx), { code: '23505' });
      await savepoint.rollBack(tx);
    });
    assert.deepEqual([await countStored('before'), await countStored('since')], [1, 0]);
  });

  test('undoing a savepoint first sends the deferred writes since it, so that their errors are reported', async () => {
    await instance.deps.db.transaction().execute(async (tx) => {
      await savepoint.set(tx);
      await keep(tx, rowOf('undone'));
      await savepoint.undo(tx);
      await keep(tx, rowOf('after'));
      await savepoint.set(tx);
      await keep(tx, rowOf('after'));
      await assert.rejects(savepoint.undo(tx), { code: '23505' });
      await savepoint.rollBack(tx);
    });
    assert.deepEqual([await countStored('undone'), await countStored('after')], [0, 1]);
  });

  test('only the error of a deferred write itself is replaced by its explanation', async () => {
    const { db, maintenance: plain } = instance.deps;
    const explained = new Error('explained');
    const explain = () => explained;
    for (const connection of [db, plain]) {
      const twice = connection.transaction().execute(async (tx) => {
        await keep(tx, rowOf('explained'));
        await keep(tx, rowOf('explained'), explain);
      });
      await assert.rejects(twice, explained);
      const another = connection.transaction().execute(async (tx) => {
        await keep(tx, rowOf('explained'), explain);
        await sql`select 1 / ${0}::int`.execute(tx);
      });
      await assert.rejects(another, { code: '22012' });
    }
    assert.equal(await countStored('explained'), 0);
    await assertUsable();
  });

  test('a part of a transaction that fails in a deferred write is rolled back alone', async () => {
    const { db, maintenance: plain } = instance.deps;
    for (const [name, connection] of Object.entries({ db, plain })) {
      await connection.transaction().execute(async (tx) => {
        await keep(tx, rowOf(`${name} whole`));
        const part = inSavepoint(tx, async () => {
          await keep(tx, rowOf(`${name} part`));
          await keep(tx, rowOf(`${name} part`));
        });
        await assert.rejects(part, { code: '23505' });
      });
      assert.deepEqual(
        [await countStored(`${name} whole`), await countStored(`${name} part`)],
        [1, 0],
        name,
      );
    }
  });

  test('a statement that fails at its first use, or has a value that cannot be serialised, does not affect the next', async () => {
    const { db } = instance.deps;
    const divide = (by: unknown) =>
      db.executeQuery<{ six: number }>(
        prepareAs('divide', sql`select 6 / ${by}::int as six`.compile(db)),
      );
    await assert.rejects(divide(0), { code: '22012' });
    assert.deepEqual((await divide(3)).rows, [{ six: 2 }]);
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    await assert.rejects(divide(circle), /circular/i);
    assert.deepEqual((await divide(2)).rows, [{ six: 3 }]);
  });

  test('a connection prepares only the statements with a name, and each once', async () => {
    const prepared = await instance.deps.db.connection().execute(async (db) => {
      const plus = (n: number) => sql`select ${n}::int + 1 as plus`.compile(db);
      for (const n of [1, 2, 3]) {
        await db.executeQuery(prepareAs('plus one', plus(n)));
        await db.executeQuery(sql`select ${n}::int + 2 as unnamed`.compile(db));
      }
      const { rows } = await sql<{ name: string; runs: number }>`
        select name, (generic_plans + custom_plans)::int as runs from pg_prepared_statements
        where statement like '%as plus' or statement like '%as unnamed'`.execute(db);
      return rows;
    });
    assert.deepEqual(
      prepared.map(({ name, runs }) => [name.replace(/ [\w-]{12}$/, ''), runs]),
      [['plus one', 3]],
    );
  });
});
