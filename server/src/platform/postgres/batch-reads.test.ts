import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchReader } from './batch-reads.ts';

/** Records each statement, and resolves or fails it on request. */
function slowTable() {
  const statements: { ids: readonly string[]; resolveRows: () => void; fail: () => void }[] = [];
  const reader = new BatchReader<{ id: string }>(
    (ids) =>
      new Promise((resolve, reject) => {
        const rows = ids.filter((id) => id !== 'gone').map((id) => ({ id }));
        const fail = () => reject(new Error('no connection'));
        statements.push({ ids, resolveRows: () => resolve(rows), fail });
      }),
  );
  return { statements, reader };
}

const turn = () => new Promise(setImmediate);

test('what is requested in one turn goes together, each id once, and no more than two statements are under way', async () => {
  const { statements, reader } = slowTable();
  const readAll = (ids: string[]) => ids.map((id) => reader.read(id));
  const reads = readAll(['a', 'b', 'a']);
  await turn();
  reads.push(...readAll(['c']));
  await turn();
  reads.push(...readAll(['d', 'gone']));
  await turn();
  reads.push(...readAll(['d']));
  await turn();
  const seen = () => statements.map(({ ids }) => ids);
  assert.deepEqual(seen(), [['a', 'b'], ['c']]);
  statements[0]?.resolveRows();
  await reads[0];
  await turn();
  assert.deepEqual(seen(), [['a', 'b'], ['c'], ['d', 'gone']]);
  statements[1]?.resolveRows();
  statements[2]?.resolveRows();
  const ids = (await Promise.all(reads)).map((row) => row?.id);
  assert.deepEqual(ids, ['a', 'b', 'a', 'c', 'd', undefined, 'd']);
});

test('a statement that fails fails those who requested it, and the next ones are read', async () => {
  const { statements, reader } = slowTable();
  const lost = reader.read('a');
  await turn();
  statements[0]?.fail();
  await assert.rejects(lost, /no connection/);
  const found = reader.read('a');
  await turn();
  statements[1]?.resolveRows();
  assert.deepEqual(await found, { id: 'a' });
});
