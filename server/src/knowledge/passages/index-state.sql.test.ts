import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { isIndexReady, readIndexState } from './index-state.sql.ts';

describe('The state of the index', () => {
  let instance: Instance;
  before(async () => {
    // Without a worker, nothing is indexed.
    instance = await startInstance();
  });
  after(() => instance.stop());

  const create = async (title: string): Promise<string> => {
    const body = { title, body: 'Text.' };
    return (await instance.call('POST', '/knowledge/articles', { body })).body.id;
  };
  const createPublished = async (title: string): Promise<string> => {
    const id = await create(title);
    const path = `/knowledge/articles/${id}`;
    await instance.call('PATCH', path, { body: { state: 'review' } });
    assert.equal((await instance.call('POST', `${path}/publish`)).status, 200);
    return id;
  };
  const state = async () => {
    const { db, now } = instance.deps;
    const read = await readIndexState(db, now());
    assert.equal(await isIndexReady(db, now()), read.ready, 'a probe agrees');
    return read;
  };
  const age = () => instance.sql(`update articles set updated_at = now() - interval '1 day'`);

  test('an instance without articles is ready', async () => {
    assert.deepEqual(await state(), { ready: true, indexed: 0, total: 0, isGrowing: false });
  });

  test('published articles are counted, and those without passages are waited for', async () => {
    await create('Not published');
    const id = await createPublished('One');
    const other = await createPublished('Two');
    const waiting = { ready: false, indexed: 0, total: 2, isGrowing: true };
    assert.deepEqual(await state(), waiting);
    // An imported article is old, and its task waits.
    await age();
    assert.deepEqual(await state(), waiting);
    await instance.sql(
      `insert into passages (article_id, model, position, article_version, heading_path, text, search)
       values ($1, 'm', 0, 1, '{}', '', '')`,
      [id],
    );
    assert.deepEqual(await state(), { ...waiting, indexed: 1 });
    await instance.sql('update articles set deleted_at = now() where id = $1', [other]);
    assert.deepEqual(await state(), { ready: true, indexed: 1, total: 1, isGrowing: false });
    await instance.sql('update articles set deleted_at = null where id = $1', [other]);
  });

  test('an article that fails to be indexed counts, but is no longer expected soon', async () => {
    await age();
    await instance.sql(`update tasks set attempts = 7`);
    assert.deepEqual(await state(), { ready: false, indexed: 1, total: 2, isGrowing: true });
    await instance.sql(`update tasks set attempts = 8`);
    assert.deepEqual(await state(), { ready: false, indexed: 1, total: 2, isGrowing: false });
  });
});
