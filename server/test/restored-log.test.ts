// A database that is restored without the command that follows a restore is noticed by the witness in Valkey.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { logWitnessOf, readWitness, retentionSettings } from '../src/events/index.ts';
import type { GivenEvent } from '../src/events/identity/given-event.ts';
import { LogWitness } from '../src/events/identity/log-witness.ts';
import { writeWitness } from '../src/events/identity/witness.ts';
import { offerSettings } from '../src/platform/runtime/settings.ts';
import { cloneDatabase, copyDatabase, type Scratch, withClient } from './support/databases.ts';
import { processDeps } from './support/process-deps.ts';
import { until } from './support/processes.ts';

type Built = ReturnType<typeof processDeps>;

const INSERT = `insert into events (type, record_type, record_id, sequence, occurred_at, data, relayed_at)
  select 'incident.updated', 'incident', 'INC0000001', n, now(), '{}', now()
  from generate_series(1, $1::int) as n returning id, position, occurred_at`;

describe('A restore that nobody announced', () => {
  let original: Scratch;
  let restored: Scratch;
  const opened: Built[] = [];
  before(async () => {
    offerSettings([retentionSettings]);
    original = await cloneDatabase();
    await withClient(original.url, (client) => client.query(INSERT, [3]));
    restored = await copyDatabase(original);
  });
  after(async () => {
    await Promise.all(opened.map(({ close }) => close()));
    await Promise.all([original.drop(), restored.drop()]);
  });

  /** Opens a process on a database; the log of the restored one is as it was in the backup. */
  const open = async (scratch: Scratch, name: string) => {
    const built = processDeps(scratch.url, name);
    opened.push(built);
    const { deps } = built;
    await deps.limits.valkey?.check();
    await sql`update event_log set generation = 1, restore_suspected_at = null`.execute(deps.db);
    const write = async (count: number) => {
      const { rows } = await withClient(scratch.url, (client) => client.query(INSERT, [count]));
      return rows.map(({ id, position, occurred_at }) => ({
        id,
        position: Number(position),
        occurred_at: occurred_at.toISOString(),
      }));
    };
    const readLog = async () => {
      const { rows } = await sql<{ generation: number; isSuspected: boolean; last: number }>`
        select generation, restore_suspected_at is not null as "isSuspected",
          (select last_value from event_position) as last from event_log`.execute(deps.db);
      return rows[0] as { generation: number; isSuspected: boolean; last: number };
    };
    const witness = logWitnessOf(deps);
    const untilNoticed = () =>
      until('the restore is noticed', async () => {
        await witness.check();
        return (await readLog()).isSuspected;
      });
    return { deps, witness, write, readLog, untilNoticed };
  };

  /** A busy Valkey may respond too late for one check, which then has no witness. */
  const waitForWitness = async (
    deps: Built['deps'],
    witness: LogWitness,
    isExpected: (one: GivenEvent) => boolean,
  ): Promise<GivenEvent | undefined> => {
    let newest: GivenEvent | undefined;
    await until('the witness', async () => {
      await witness.check();
      ({ witness: newest } = await readWitness(deps));
      return newest !== undefined && isExpected(newest);
    });
    return newest;
  };

  /** Gives some new events of the original database to somebody, and returns the newest. */
  const give = async (name: string) => {
    const { deps, witness, write } = await open(original, name);
    const events = await write(4);
    witness.record({ identity: '5f0c2a9e', generation: 1 }, events);
    return waitForWitness(deps, witness, ({ id }) => id === events.at(-1)?.id);
  };

  test('is noticed if the newest given event is missing', async () => {
    const name = randomUUID();
    const newest = await give(name);
    const { deps, witness, write, readLog, untilNoticed } = await open(restored, name);
    await untilNoticed();
    const { last, ...log } = await readLog();
    assert.deepEqual(log, { generation: 2, isSuspected: true });
    assert.ok(last >= (newest?.position ?? 0));
    // The next check has nothing to notice, and the witness is replaced by the next event.
    await witness.check();
    assert.equal((await readLog()).generation, 2);
    witness.record({ identity: 'ffffffff', generation: 2 }, await write(1));
    await waitForWitness(deps, witness, ({ generation }) => generation === 2);
  });

  test('is noticed if other events have the lost positions, before one of them becomes the witness', async () => {
    const name = randomUUID();
    await give(name);
    const { witness, write, readLog, untilNoticed } = await open(restored, name);
    witness.record({ identity: '5f0c2a9e', generation: 1 }, await write(40));
    await untilNoticed();
    const { last: _, ...log } = await readLog();
    assert.deepEqual(log, { generation: 2, isSuspected: true });
  });

  test('is not suspected without a witness, nor because of one of an earlier generation', async () => {
    const name = randomUUID();
    const { deps, witness, readLog } = await open(restored, name);
    await witness.check();
    assert.equal((await readLog()).isSuspected, false);
    await give(name);
    await sql`update event_log set generation = 2`.execute(deps.db);
    await witness.check();
    const { last: _, ...log } = await readLog();
    assert.deepEqual(log, { generation: 2, isSuspected: false });
  });

  test('is not suspected by another process that finds the newest given event', async () => {
    const name = randomUUID();
    await give(name);
    const { deps, readLog } = await open(original, name);
    await new LogWitness(deps).check();
    const { last: _, ...log } = await readLog();
    assert.deepEqual(log, { generation: 1, isSuspected: false });
  });

  test('is not suspected because of a former primary that is read before the present one is found', async () => {
    const name = randomUUID();
    await give(name);
    const former = await open(restored, name);
    const present = await open(original, name);
    const databases = [former.deps.db, present.deps.db];
    const moving = {
      ...present.deps,
      get db() {
        return databases.length > 1 ? (databases.shift() ?? former.deps.db) : present.deps.db;
      },
    };
    await new LogWitness(moving).check();
    assert.equal(databases.length, 1);
    for (const { readLog } of [former, present]) {
      const { last: _, ...log } = await readLog();
      assert.deepEqual(log, { generation: 1, isSuspected: false });
    }
  });

  test('is noticed if the witness has a generation that the log has not had', async () => {
    const name = randomUUID();
    const { deps, write, readLog, untilNoticed } = await open(restored, name);
    const [event] = await write(1);
    if (event) await writeWitness(deps, { ...event, identity: 'ffffffff', generation: 7 }, 90);
    await untilNoticed();
    const { last: _, ...log } = await readLog();
    assert.deepEqual(log, { generation: 8, isSuspected: true });
  });

  test('leaves the witness to the highest generation, then the highest position', async () => {
    const { deps } = await open(original, randomUUID());
    const event = { identity: '5f0c2a9e', occurred_at: new Date().toISOString() };
    const written = [
      [2, 5],
      [1, 9],
      [2, 4],
      [3, 1],
      [2, 99],
    ];
    const newest = [];
    for (const [generation = 0, position = 0] of written) {
      await writeWitness(deps, { ...event, generation, position, id: randomUUID() }, 90);
      await until('Valkey responds', async () => (await readWitness(deps)).hasResponded);
      const { witness } = await readWitness(deps);
      newest.push([witness?.generation, witness?.position]);
    }
    assert.deepEqual(newest, [
      [2, 5],
      [2, 5],
      [2, 5],
      [3, 1],
      [3, 1],
    ]);
  });
});
