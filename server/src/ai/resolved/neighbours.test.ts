import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Viewer } from '../../platform/context.ts';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { refuseLargeDeletes } from '../../../test/support/large-deletes.ts';
import {
  dropEmbeddings,
  findNeighbours,
  type NeighbourSearch,
  purgeUnusedVectors,
  saveEmbedding,
} from './neighbours.sql.ts';

const MODEL = 'test';
const DIMENSIONS = 384;
const EQUAL = 600;
const OTHERS = 100;
const LIMIT = 20;
const FOREIGN_KEY_VIOLATION = '23503';

/** Returns the same vector for the same seed, and an unlike one for any other. */
function vectorOf(seed: number): Float32Array {
  let state = seed + 1;
  return Float32Array.from({ length: DIMENSIONS }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  });
}

describe('Similar incidents', () => {
  let instance: Instance;
  let equal: string[];
  let others: string[];

  const save = (id: string, text: string, vector?: Float32Array) =>
    instance.deps.db
      .transaction()
      .execute((tx) =>
        saveEmbedding(tx, { incident_id: id, model: MODEL, text_hash: text }, vector),
      );
  const drop = (id: string) =>
    instance.deps.db.transaction().execute((tx) => dropEmbeddings(tx, id));
  const find = async (embedding: Float32Array, more: Partial<NeighbourSearch> = {}) => {
    const viewer = { reach: 'all' } as Viewer;
    const search = { embedding, model: MODEL, limit: LIMIT, viewer, ...more };
    return (await findNeighbours(instance.deps.db, search)).map(({ id }) => id);
  };
  const texts = async () =>
    (await instance.sql('select text_hash from symptom_embeddings order by 1')).map(
      ({ text_hash }) => text_hash,
    );

  before(async () => {
    instance = await startInstance();
    const rows = await instance.sql(
      `insert into incidents (short_description, priority, priority_explicit, state, category, opened_by,
         resolved_at, sla_target_seconds, sla_halted_at, sla_breach_at, event_sequence, created_at, updated_at)
       select 'Disk is full', 'P3', true, 'resolved', 'storage', 'ada', now(), 3600, now(), now(), 1, now(), now()
       from generate_series(1, ${EQUAL + OTHERS}) returning id`,
    );
    const ids = rows.map(({ id }) => id as string).toSorted();
    equal = ids.slice(0, EQUAL);
    others = ids.slice(EQUAL);
    await save(equal[0] ?? '', 'equal', vectorOf(0));
    await instance.sql(
      `insert into incident_embeddings (incident_id, model, text_hash)
       select id, '${MODEL}', 'equal' from incidents where id = any($1)`,
      [equal.slice(1)],
    );
    for (const [at, id] of others.entries()) await save(id, `other ${at}`, vectorOf(at + 1));
  });
  after(() => instance.stop());

  test('incidents with equal texts share one vector, and every other incident is nearest to its own', async () => {
    assert.equal((await texts()).length, 1 + OTHERS);
    const missed = [];
    for (const [at, id] of others.entries())
      if ((await find(vectorOf(at + 1)))[0] !== id) missed.push(id);
    assert.deepEqual(missed, []);
  });

  test('the newest of equal incidents come first, and the compared incident is left out', async () => {
    const newest = equal.toReversed();
    assert.deepEqual(await find(vectorOf(0)), newest.slice(0, LIMIT));
    assert.deepEqual(await find(vectorOf(0), { except: newest[0] }), newest.slice(1, LIMIT + 1));
  });

  test('an incident of another category leaves its place to the next nearest', async () => {
    const [nearest = '', next = ''] = equal.toReversed();
    await instance.sql(`update incidents set category = 'other' where id = $1`, [nearest]);
    assert.equal((await find(vectorOf(0), { category: 'storage' }))[0], next);
    assert.deepEqual(await find(vectorOf(0), { category: 'other' }), [nearest]);
  });

  test('a vector is retained as long as one incident has its text', async () => {
    const [first = '', second = ''] = others;
    await save(second, 'other 0');
    await drop(first);
    await purgeUnusedVectors(instance.deps.db);
    const left = await texts();
    assert.equal(left.includes('other 0'), true);
    assert.equal(left.includes('other 1'), false, 'its incident has another text now');
    await assert.rejects(save(first, 'other 1'), { code: FOREIGN_KEY_VIOLATION });
    await save(first, 'other 1', vectorOf(2));
    assert.deepEqual((await find(vectorOf(2)))[0], first);
  });

  test('unused vectors are purged by statements that delete a bounded number of rows', async () => {
    const vector = `[${vectorOf(7).join()}]`;
    await instance.sql(
      `insert into symptom_embeddings (model, text_hash, embedding)
       select $1, 'unused ' || n, $2::vector from generate_series(1, 25) as n`,
      [MODEL, vector],
    );
    await refuseLargeDeletes(instance, 'symptom_embeddings', 10);
    const countUnused = async () =>
      (await texts()).filter((text) => text.startsWith('unused')).length;
    assert.equal(await countUnused(), 25);
    await purgeUnusedVectors(instance.deps.db, 10);
    assert.equal(await countUnused(), 0);
  });
});
