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

const tick = () => new Promise(setImmediate);

test('ids requested in one iteration of the event loop share a statement, and at most two statements run', async () => {
  const { statements, reader } = slowTable();
  const readAll = (ids: string[]) => ids.map((id) => reader.read(id));
  const reads = readAll(['a', 'b', 'a']);
  await tick();
  reads.push(...readAll(['c']));
  await tick();
  reads.push(...readAll(['d', 'gone']));
  await tick();
  reads.push(...readAll(['d']));
  await tick();
  const sentIds = () => statements.map(({ ids }) => ids);
  assert.deepEqual(sentIds(), [['a', 'b'], ['c']]);
  statements[0]?.resolveRows();
  await reads[0];
  await tick();
  assert.deepEqual(sentIds(), [['a', 'b'], ['c'], ['d', 'gone']]);
  statements[1]?.resolveRows();
  statements[2]?.resolveRows();
  const ids = (await Promise.all(reads)).map((row) => row?.id);
  assert.deepEqual(ids, ['a', 'b', 'a', 'c', 'd', undefined, 'd']);
});

test('a failed statement rejects its own reads only, and later ones succeed', async () => {
  const { statements, reader } = slowTable();
  const lost = reader.read('a');
  await tick();
  statements[0]?.fail();
  await assert.rejects(lost, /no connection/);
  const found = reader.read('a');
  await tick();
  statements[1]?.resolveRows();
  assert.deepEqual(await found, { id: 'a' });
});
