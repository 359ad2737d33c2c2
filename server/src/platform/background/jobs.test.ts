import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { withClient } from '../../../test/support/databases.ts';
import { until } from '../../../test/support/processes.ts';
import { recordHeartbeat } from './job-pools.ts';
import { addJob, startJobs } from './jobs.ts';

describe('Jobs', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  const add = (name: string, payload: object, options = {}) =>
    instance.deps.db.transaction().execute((tx) => addJob(tx, name, payload, options));

  test('a job runs if its transaction commits, and is never added if it does not', async () => {
    const seen: unknown[] = [];
    await add('note', { n: 1 });
    await instance.deps.db
      .transaction()
      .execute(async (tx) => {
        await addJob(tx, 'note', { n: 2 });
        throw new Error('rolled back');
      })
      .catch(() => {});
    const jobs = await startJobs(instance.deps, {
      note: async (_deps, payload) => void seen.push(payload),
    });
    await add('note', { n: 3 });
    await until('both', () => seen.length >= 2);
    await jobs.stop();
    assert.deepEqual(seen, [{ n: 1 }, { n: 3 }]);
  });

  test('a job runs even if the first read of the queue failed', async () => {
    await instance.sql(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
       create trigger refuse before insert on graphile_worker._private_tasks
       execute function refuse()`,
    );
    let runs = 0;
    const events: unknown[] = [];
    const log = Object.assign(Object.create(instance.deps.log), {
      warn: (_: unknown, event: string) => events.push(event),
    });
    const deps = { ...instance.deps, log };
    const jobs = await startJobs(deps, { later: async () => void (runs += 1) });
    await until('a failure', () => events.includes('jobs.start_failed'));
    await instance.sql('drop function refuse cascade');
    await add('later', {});
    await until('it runs', () => runs === 1);
    await jobs.stop();
  });

  test('a queue that is not polled any more is replaced, and its jobs run once', async () => {
    const events: unknown[] = [];
    const log = Object.assign(Object.create(instance.deps.log), {
      warn: (_: unknown, event: string) => events.push(event),
    });
    const runs: unknown[] = [];
    const note = async (_deps: unknown, { n }: { n: number }) => void runs.push(n);
    const jobs = await startJobs({ ...instance.deps, log }, { note }, 0, 10);
    await add('note', { n: 1 });
    await until('one runs', () => runs.length === 1);
    await withClient(instance.deps.config.DATABASE_URL, async (client) => {
      await client.query('begin');
      await client.query('lock table graphile_worker._private_jobs in access exclusive mode');
      await until('the queue is replaced', () => events.includes('jobs.stuck'));
      await client.query('rollback');
    });
    await add('note', { n: 2 });
    await until('the other one runs', () => runs.length === 2);
    await jobs.stop();
    assert.deepEqual(runs, [1, 2]);
  });

  test('a stop abandons a job that does not end, and the job runs again', async () => {
    let runs = 0;
    const hang = () => {
      runs += 1;
      return runs === 1 ? new Promise<void>(() => {}) : Promise.resolve();
    };
    await add('hang', {});
    const first = await startJobs(instance.deps, { hang }, 0);
    await until('it runs', () => runs === 1);
    await first.stop();
    const rows = await instance.sql(
      `select locked_by, attempts from graphile_worker.jobs where task_identifier = 'hang'`,
    );
    assert.deepEqual(rows, [{ locked_by: null, attempts: 1 }]);
    await instance.sql(`update graphile_worker._private_jobs set run_at = now()`);
    const second = await startJobs(instance.deps, { hang });
    await until('it runs again', () => runs === 2);
    await second.stop();
  });

  test('a key has at most one queued job, which keeps its time', async () => {
    const runAt = new Date(Date.now() + 3_600_000);
    await add('keyed', { n: 1 }, { key: 'k', runAt });
    await add('keyed', { n: 2 }, { key: 'k' });
    const rows = await instance.sql(`select run_at from graphile_worker.jobs where key = 'k'`);
    assert.deepEqual(
      rows.map((row) => row.run_at.toISOString()),
      [runAt.toISOString()],
    );
  });

  test('a pool whose jobs could not be unlocked is still dead at the next heartbeat', async () => {
    await add('stuck', {});
    await instance.sql(
      `update graphile_worker._private_jobs set locked_by = 'pool-stuck', locked_at = now()
       where task_id = (select id from graphile_worker._private_tasks where identifier = 'stuck')`,
    );
    await instance.sql(
      `insert into job_pools values ('pool-stuck', now() - interval '10 seconds')`,
    );
    await instance.sql(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
       create trigger refuse before update on graphile_worker._private_jobs
       execute function refuse()`,
    );
    await assert.rejects(recordHeartbeat(instance.deps.db, 'pool-mine'), /refused/);
    await instance.sql('drop function refuse cascade');
    assert.deepEqual(await recordHeartbeat(instance.deps.db, 'pool-mine'), ['pool-stuck']);
    const rows = await instance.sql(
      `select locked_by from graphile_worker.jobs where task_identifier = 'stuck'`,
    );
    assert.deepEqual(rows, [{ locked_by: null }]);
  });

  test('the jobs of a dead pool are unlocked by the next heartbeat of another', async () => {
    await add('orphan', {});
    await instance.sql(
      `update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now()
       where task_id = (select id from graphile_worker._private_tasks where identifier = 'orphan')`,
    );
    await instance.sql(`insert into job_pools values ('pool-dead', now() - interval '10 seconds')`);
    await instance.sql(`insert into job_pools values ('pool-alive', now())`);
    assert.deepEqual(await recordHeartbeat(instance.deps.db, 'pool-mine'), ['pool-dead']);
    const rows = await instance.sql(
      `select locked_by from graphile_worker.jobs where task_identifier = 'orphan'`,
    );
    assert.deepEqual(rows, [{ locked_by: null }]);
  });
});
