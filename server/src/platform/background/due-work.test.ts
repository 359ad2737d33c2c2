import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { ManualClock } from '../../../test/support/clock.ts';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { until } from '../../../test/support/processes.ts';
import type { Deps } from '../runtime/deps.ts';
import { type DueWork, startDueWork } from './due-work.ts';

describe('Due work', () => {
  let instance: Instance;
  let clock: ManualClock;
  before(async () => {
    instance = await startInstance();
    await instance.sql('create table due (kind text, at timestamptz)');
  });
  after(() => instance.stop());
  beforeEach(async () => {
    clock = new ManualClock();
    await instance.sql('delete from due');
  });

  const TIMES = { idleMs: 50_000, urgentMs: 100 };
  const START = Date.parse('2026-03-02T08:00:00Z');
  const timeIn = (ms: number) => new Date(START + clock.now() + ms);

  const add = (kind: string, inMs: number) =>
    instance.sql(`insert into due values ($1, $2)`, [kind, timeIn(inMs)]);

  /** Deletes the rows that are due, and records the times of its runs. */
  const workOf = (kind: string, options: Partial<DueWork> = {}) => {
    const runs: number[] = [];
    const work: DueWork = {
      name: kind,
      waitMs: (now) =>
        sql`select extract(epoch from min(at) - ${now.toISOString()}::timestamptz) * 1000 from due where kind = ${kind}`,
      run: async () => {
        runs.push(clock.now());
        await instance.sql(`delete from due where kind = $1 and at <= $2`, [kind, timeIn(0)]);
      },
      ...options,
    };
    return { work, runs };
  };

  const start = (works: DueWork[], deps: Partial<Deps> = {}) =>
    startDueWork({ ...instance.deps, now: () => timeIn(0), ...deps }, works, TIMES, clock);

  /** Work that a poll finds due has started when the poll has ended. */
  const nextPollIn = (ms: number) =>
    until(`a poll has ended, and the next is in ${ms} ms`, () => clock.waiting.includes(ms));

  test('work that falls due between two polls runs at its time, and other kinds do not', async () => {
    const [one, other] = [workOf('one'), workOf('other')];
    await add('one', 600);
    await add('other', 60_000);
    const running = start([one.work, other.work]);
    await nextPollIn(TIMES.idleMs);
    clock.advance(599);
    assert.deepEqual(one.runs, []);
    // System timers may be early by a millisecond, so the run is a little later.
    clock.advance(10);
    await running.stop();
    assert.equal(one.runs.length, 1);
    assert.ok((one.runs[0] ?? 0) >= 600);
    assert.deepEqual(other.runs, []);
  });

  test('one statement polls for all kinds of work', async () => {
    const statements: string[] = [];
    const db = instance.deps.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const running = start(
      ['one', 'other', 'third'].map((kind) => workOf(kind).work),
      { db },
    );
    await nextPollIn(TIMES.idleMs);
    clock.advance(TIMES.idleMs - 1);
    assert.equal(statements.length, 1);
    clock.advance(1);
    await nextPollIn(TIMES.idleMs);
    await running.stop();
    assert.equal(statements.length, 2);
  });

  test('while there is urgent work, the next poll is soon', async () => {
    const { work, runs } = workOf('stays', {
      isUrgent: true,
      run: async () => void runs.push(clock.now()),
    });
    await add('stays', 0);
    const running = start([work]);
    for (let polls = 0; polls < 3; polls += 1) {
      await nextPollIn(TIMES.urgentMs);
      clock.advance(TIMES.urgentMs);
    }
    await instance.sql('delete from due');
    await running.stop();
    assert.deepEqual(runs.slice(0, 3), [0, 100, 200]);
  });

  test('a poll that finds no work still runs the kinds that stay warm', async () => {
    const [warm, cold] = [workOf('warm', { staysWarm: true }), workOf('cold')];
    const running = start([warm.work, cold.work]);
    await nextPollIn(TIMES.idleMs);
    await running.stop();
    assert.deepEqual([warm.runs.length, cold.runs.length], [1, 0]);
  });

  test('a commit runs work at once, and once more if it comes during a run', async () => {
    const ends: (() => void)[] = [];
    const { work } = workOf('notified', {
      channel: 'bulk',
      pauseMs: 60_000,
      run: () => new Promise<void>((resolve) => ends.push(resolve)),
    });
    const running = start([work]);
    await nextPollIn(TIMES.idleMs);
    const commit = () => instance.deps.commitNotifier.send('bulk', '');
    await until('it runs', async () => {
      if (ends.length === 0) await commit();
      return ends.length === 1;
    });
    const heard: string[] = [];
    const other = instance.deps.commitListener.listen({ bulk: (payload) => heard.push(payload) });
    await other.started;
    await instance.deps.commitNotifier.send('bulk', 'during');
    await until('the process has heard of it', () => heard.includes('during'));
    ends.shift()?.();
    await until('it runs again', () => ends.length === 1);
    ends.shift()?.();
    await Promise.all([running.stop(), other.stop()]);
    assert.deepEqual(ends, [], 'no third time');
  });

  test('a kind of work never runs twice at once, nor before its pause has ended', async () => {
    const runs: number[] = [];
    const ends: (() => void)[] = [];
    const { work } = workOf('slow', {
      isUrgent: true,
      pauseMs: 300,
      run: () => {
        runs.push(clock.now());
        return new Promise<void>((resolve) => ends.push(resolve));
      },
    });
    await add('slow', 0);
    const running = start([work]);
    await nextPollIn(TIMES.urgentMs);
    for (let polls = 0; polls < 4; polls += 1) {
      clock.advance(TIMES.urgentMs);
      await nextPollIn(TIMES.urgentMs);
    }
    assert.deepEqual(runs, [0], 'while it runs');
    ends.pop()?.();
    clock.advance(TIMES.urgentMs);
    await nextPollIn(TIMES.urgentMs);
    assert.deepEqual(runs, [0, 500], 'when it has ended');
    ends.pop()?.();
    clock.advance(TIMES.urgentMs);
    await nextPollIn(TIMES.urgentMs);
    clock.advance(199);
    assert.deepEqual(runs, [0, 500], 'during its pause');
    await nextPollIn(TIMES.urgentMs);
    clock.advance(10);
    assert.equal(runs.length, 3);
    assert.ok((runs[2] ?? 0) >= 800);
    let hasStopped = false;
    const stopping = running.stop().then(() => (hasStopped = true));
    await new Promise(setImmediate);
    assert.equal(hasStopped, false, 'stop waits for it');
    ends.pop()?.();
    await stopping;
  });

  test('a failed run is repeated by a later poll', async () => {
    let failures = 0;
    const { work, runs } = workOf('fails');
    const failing = {
      ...work,
      run: async () => {
        failures += 1;
        if (failures === 1) throw new Error('the first one fails');
        await work.run();
      },
    };
    const running = start([failing]);
    await nextPollIn(TIMES.idleMs);
    assert.equal(failures, 0);
    await add('fails', 0);
    clock.advance(TIMES.idleMs);
    await nextPollIn(TIMES.idleMs);
    assert.deepEqual([failures, runs.length], [1, 0]);
    clock.advance(TIMES.idleMs);
    await nextPollIn(TIMES.idleMs);
    await running.stop();
    assert.deepEqual([failures, runs.length], [2, 1]);
  });
});
