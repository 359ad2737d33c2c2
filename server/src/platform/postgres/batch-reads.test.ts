import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchReader } from './batch-reads.ts';

/** Notes what is read, and answers each statement when told to. */
function slowTable() {
  const statements: { ids: readonly string[]; answer: () => void; fail: () => void }[] = [];
  const gatherer = new BatchReader<{ id: string }>(
    (ids) =>
      new Promise((resolve, reject) => {
        const rows = ids.filter((id) => id !== 'gone').map((id) => ({ id }));
        const fail = () => reject(new Error('no connection'));
        statements.push({ ids, answer: () => resolve(rows), fail });
      }),
  );
  return { statements, gatherer };
}

const turn = () => new Promise(setImmediate);

test('what is asked in one turn goes together, each id once, and no more than two statements are under way', async () => {
  const { statements, gatherer } = slowTable();
  const asked = (ids: string[]) => ids.map((id) => gatherer.read(id));
  const reads = asked(['a', 'b', 'a']);
  await turn();
  reads.push(...asked(['c']));
  await turn();
  reads.push(...asked(['d', 'gone']));
  await turn();
  reads.push(...asked(['d']));
  await turn();
  const seen = () => statements.map(({ ids }) => ids);
  assert.deepEqual(seen(), [['a', 'b'], ['c']]);
  statements[0]?.answer();
  await reads[0];
  await turn();
  assert.deepEqual(seen(), [['a', 'b'], ['c'], ['d', 'gone']]);
  statements[1]?.answer();
  statements[2]?.answer();
  const ids = (await Promise.all(reads)).map((row) => row?.id);
  assert.deepEqual(ids, ['a', 'b', 'a', 'c', 'd', undefined, 'd']);
});

test('a statement that fails fails those who asked, and the next ones are read', async () => {
  const { statements, gatherer } = slowTable();
  const lost = gatherer.read('a');
  await turn();
  statements[0]?.fail();
  await assert.rejects(lost, /no connection/);
  const found = gatherer.read('a');
  await turn();
  statements[1]?.answer();
  assert.deepEqual(await found, { id: 'a' });
});
