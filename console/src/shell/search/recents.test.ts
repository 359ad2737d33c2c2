import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRecents, type RecentRecord, withoutRecent, withRecent } from './recents.ts';

const record = (n: number, title = `Title ${n}`): RecentRecord => ({
  type: 'incident',
  id: `INC000000${n}`,
  title,
  state: 'new',
});

test('the record that was opened last comes first, once, with its latest title', () => {
  const recents = [record(1), record(2)].reduce<RecentRecord[]>(withRecent, []);
  assert.deepEqual(recents, [record(2), record(1)]);
  assert.deepEqual(withRecent(recents, record(1, 'New title')), [
    record(1, 'New title'),
    record(2),
  ]);
  assert.deepEqual(withoutRecent(recents, record(2)), [record(1)]);
});

test('eight records are stored', () => {
  const opened = Array.from({ length: 9 }, (_, n) => record(n));
  const recents = opened.reduce<RecentRecord[]>(withRecent, []);
  assert.deepEqual(recents, opened.toReversed().slice(0, 8));
});

test('stored values of another form are left out', () => {
  const others = [null, 1, {}, { ...record(2), title: 3 }, { ...record(3), type: 'person' }];
  assert.deepEqual(readRecents([record(1), ...others]), [record(1)]);
  for (const stored of [null, undefined, 'x', {}]) assert.deepEqual(readRecents(stored), []);
});
