import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gatherer } from './gather.ts';

/** Notes what is read, and answers each statement when told to. */
function slowTable() {
  const statements: { ids: readonly string[]; answer: () => void; fail: () => void }[] = [];
  const gatherer = new Gatherer<{ id: string }>(
    (ids) =>
      new Promise((resolve, reject) => {
        const rows = ids.filter((id) => id !== 'gone').map((id) => ({ id }));
        const fail = () => reject(new Error('no connection'));
        statements.push({ ids, answer: () => resolve(rows), fail });
      }),
  );
  return { statements, gatherer };
}

test('a lone read goes at once; what is asked meanwhile goes together, each id once', async () => {
  const { statements, gatherer } = slowTable();
  const reads = ['a', 'b', 'c', 'gone', 'c'].map((id) => gatherer.read(id));
  assert.deepEqual(
    statements.map(({ ids }) => ids),
    [['a'], ['b']],
  );
  statements[0]?.answer();
  await reads[0];
  await new Promise(setImmediate);
  assert.deepEqual(statements[2]?.ids, ['c', 'gone']);
  statements[1]?.answer();
  statements[2]?.answer();
  assert.deepEqual(await Promise.all(reads), [
    { id: 'a' },
    { id: 'b' },
    { id: 'c' },
    undefined,
    { id: 'c' },
  ]);
});

test('a statement that fails fails those who asked, and the next ones are read', async () => {
  const { statements, gatherer } = slowTable();
  const lost = gatherer.read('a');
  statements[0]?.fail();
  await assert.rejects(lost, /no connection/);
  const found = gatherer.read('a');
  statements[1]?.answer();
  assert.deepEqual(await found, { id: 'a' });
});
