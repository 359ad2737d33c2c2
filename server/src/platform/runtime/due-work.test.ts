import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { until } from '../../../test/support/processes.ts';
import { type DueWork, type LookTimes, startDueWork } from './due-work.ts';

describe('The look for work', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
    await instance.sql('create table due (kind text, at timestamptz)');
  });
  after(() => instance.stop());
  beforeEach(() => instance.sql('delete from due'));

  /** What runs in one of these tests without urgent work, runs by its time or by the first look. */
  const SELDOM: LookTimes = { idleMs: 50_000, urgentMs: 100 };

  const add = (kind: string, inMs: number) =>
    instance.sql(`insert into due values ($1, now() + make_interval(secs => $2::float8))`, [
      kind,
      inMs / 1000,
    ]);

  /** Takes what is due, and keeps the times of its runs. */
  const workOf = (kind: string, options: Partial<DueWork> = {}) => {
    const runs: number[] = [];
    const work: DueWork = {
      name: kind,
      waitMs: (now) =>
        sql`select extract(epoch from min(at) - ${now.toISOString()}::timestamptz) * 1000 from due where kind = ${kind}`,
      run: async () => {
        runs.push(Date.now());
        await instance.sql(`delete from due where kind = $1 and at <= now()`, [kind]);
      },
      ...options,
    };
    return { work, runs };
  };

  test('work that falls due between two looks runs at its time, and other kinds do not', async () => {
    const [one, other] = [workOf('one'), workOf('other')];
    await add('one', 600);
    await add('other', 60_000);
    const dueAt = Date.now() + 600;
    const looking = startDueWork(instance.deps, [one.work, other.work], SELDOM);
    await until('it runs', () => one.runs.length > 0, 40);
    const lateMs = (one.runs[0] ?? 0) - dueAt;
    await looking.stop();
    // Not much later either: the wait ends before the next look.
    assert.ok(lateMs > -50, `${lateMs} ms`);
    assert.deepEqual(other.runs, []);
  });

  test('all kinds are asked for in one statement', async () => {
    const statements: string[] = [];
    const db = instance.deps.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const works = ['one', 'other', 'third'].map((kind) => workOf(kind).work);
    const looking = startDueWork({ ...instance.deps, db }, works, SELDOM);
    await sleep(300);
    await looking.stop();
    assert.equal(statements.length, 1);
  });

  test('while there is urgent work, the next look is soon', async () => {
    const { work, runs } = workOf('stays', { isUrgent: true, run: async () => void runs.push(0) });
    // Not in the millisecond of the look, which would find it due a moment later and not yet urgent.
    await add('stays', -1000);
    const looking = startDueWork(instance.deps, [work], SELDOM);
    await until('it runs again', () => runs.length >= 3, 40);
    await looking.stop();
  });

  test('work that is kept warm is run by a look that finds none', async () => {
    const [warm, cold] = [workOf('warm', { isKeptWarm: true }), workOf('cold')];
    const looking = startDueWork(instance.deps, [warm.work, cold.work], SELDOM);
    await until('it runs', () => warm.runs.length > 0, 40);
    await looking.stop();
    assert.deepEqual([warm.runs.length, cold.runs.length], [1, 0]);
  });

  test('a kind of work never runs twice at once, nor before its pause has ended', async () => {
    let [concurrent, most] = [0, 0];
    const runs: number[] = [];
    const { work } = workOf('slow', {
      isUrgent: true,
      pauseMs: 300,
      run: async () => {
        runs.push(performance.now());
        concurrent += 1;
        most = Math.max(most, concurrent);
        await sleep(150);
        concurrent -= 1;
      },
    });
    await add('slow', 0);
    const looking = startDueWork(instance.deps, [work], { idleMs: 50, urgentMs: 20 });
    await until('it runs again', () => runs.length >= 3);
    await looking.stop();
    assert.equal(most, 1);
    assert.equal(concurrent, 0, 'stop waits for it');
    const gaps = runs.slice(1).map((at, index) => at - (runs[index] ?? 0));
    assert.ok(
      gaps.every((gap) => gap >= 299),
      gaps.join(),
    );
  });

  test('a look without work due says so, and a failed run is repeated by a later look', async () => {
    let [none, failures] = [0, 0];
    const { work, runs } = workOf('fails');
    const failing = {
      ...work,
      onNone: () => (none += 1),
      run: async () => {
        failures += 1;
        if (failures === 1) throw new Error('the first one fails');
        await work.run();
      },
    };
    const looking = startDueWork(instance.deps, [failing], { idleMs: 30, urgentMs: 30 });
    await until('a look finds none', () => none > 0);
    assert.equal(failures, 0);
    await add('fails', 0);
    await until('it succeeds', () => runs.length === 1);
    await looking.stop();
    assert.ok(failures >= 2);
  });
});
