// A write that has timed out is rolled back, and one whose commit has begun is not denied.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { limitHandlers } from '../src/platform/http/guard/deadlines.ts';
import { sendError } from '../src/platform/http/output/errors.ts';
import { ok } from '../src/platform/http/request/context.ts';
import { handlerOf } from '../src/platform/http/routes/handle.ts';
import { type Route, writes } from '../src/platform/http/routes/route.ts';
import type { Tx } from '../src/platform/postgres/tables.ts';
import { ManualClock } from './support/clock.ts';
import { type Instance, startInstance } from './support/harness.ts';
import { until } from './support/processes.ts';
import { OWN_LOCKS } from './support/locks.ts';

const WITHIN_MS = 15_000;
const LOCK = 4711;

describe('Deadlines of writes', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
    await instance.sql('create table saved (name text)');
    await instance.sql(`create function wait_for_lock() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(${LOCK}); return null; end $$`);
    await instance.sql(`create constraint trigger waits after insert on saved
      deferrable initially deferred for each row when (new.name = 'slow commit') execute function wait_for_lock()`);
  });
  after(() => instance.stop());

  const readSaved = async () =>
    (await instance.sql('select name from saved')).map(({ name }) => name);

  /** Starts a route that saves a row, with a clock that ends its time. */
  function start(work: (tx: Tx) => Promise<unknown>) {
    const clock = new ManualClock();
    const app = Fastify();
    limitHandlers(app, clock, 1000, 1);
    app.setErrorHandler((error: Error, request, reply) => sendError(error, request, reply));
    const row: Route = writes({
      method: 'POST',
      path: '/saved',
      operationId: 'save',
      tag: 'Test',
      summary: 'Save a row',
      policy: 'public',
      success: { status: 200, description: 'Saved.' },
      write: async (tx: Tx) => {
        await work(tx);
        return ok({});
      },
    } as never);
    app.post('/saved', handlerOf(row, instance.deps, undefined as never));
    return { app, clock, response: app.inject({ method: 'POST', url: '/saved' }) };
  }

  test('a write whose request has timed out does not commit', async () => {
    const held = Promise.withResolvers<void>();
    let isHandled = false;
    let tx: Tx | undefined;
    const { app, clock, response } = start(async (given) => {
      tx = given;
      await sql`insert into saved values ('late')`.execute(given);
      isHandled = true;
      await held.promise;
    });
    await until('the row is inserted', () => isHandled);
    clock.advance(WITHIN_MS + 1000);
    const { statusCode, body } = await response;
    assert.equal(statusCode, 503);
    assert.match(body, /was cancelled/);
    held.resolve();
    await until('its transaction has ended', async () => {
      const open = await instance.sql(
        `select from ${OWN_LOCKS} where relation = 'saved'::regclass and mode = 'RowExclusiveLock'`,
      );
      return tx !== undefined && open.length === 0;
    });
    assert.deepEqual(await readSaved(), []);
    await app.close();
  });

  test('a write whose commit has begun is not reported as cancelled', async () => {
    const holder = await instance.deps.db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${LOCK})`.execute(connection);
      const { app, clock, response } = start((tx) =>
        sql`insert into saved values ('slow commit')`.execute(tx),
      );
      await until('the commit waits', async () => {
        const waiting = await instance.sql(
          `select from ${OWN_LOCKS} where locktype = 'advisory' and not granted`,
        );
        return waiting.length > 0;
      });
      clock.advance(WITHIN_MS + 1000);
      const given = await response;
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
      return { app, given };
    });
    assert.equal(holder.given.statusCode, 503);
    assert.match(holder.given.body, /may have been saved or not/);
    await until('it is committed', async () => (await readSaved()).includes('slow commit'));
    await holder.app.close();
  });
});
