import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import type { LiveEvent } from '../api/index.ts';
import type { ListQuery } from '../search/index.ts';
import { List } from './list.store.ts';

interface TestRow {
  id: string;
  name: string;
  state: string;
  left?: string | undefined;
  updated_at: string;
}

const earlier = '2026-11-15T10:00:00.000Z';
const later = '2026-11-15T11:00:00.000Z';
const rows: TestRow[] = ['R1', 'R2'].map((id) => ({
  id,
  name: 'old',
  state: 'draft',
  updated_at: earlier,
}));

/** The record type is one that the list does not know: no list names the fields of its events. */
const eventOf = (event: string, id: string, sequence: number, data: object): LiveEvent =>
  ({ event, sequence, timestamp: later, record: { type: 'asset', id }, data }) as never;
const updateOf = (id: string, sequence: number, fields: object): LiveEvent =>
  eventOf('asset.updated', id, sequence, { id, url: '/assets', sequence, ...fields });
const creationOf = (id: string, fields: object): LiveEvent =>
  eventOf('asset.created', id, 1, { id, url: '/assets', sequence: 1, ...fields });
const deletionOf = (id: string, sequence: number): LiveEvent =>
  eventOf('asset.deleted', id, sequence, { id, sequence });

async function openList(query: ListQuery = {}, next?: string): Promise<List<TestRow>> {
  const page = { rows, total: 2, isLowerBound: false, next };
  const list = new List<TestRow>(query, { read: async () => page });
  await list.begin();
  return list;
}

describe('A list that follows events', () => {
  // Rows are read again later; the tests do not wait for it.
  before(() => mock.timers.enable({ apis: ['setTimeout'] }));
  after(() => mock.timers.reset());

  test('a row shows the fields that it shares with an event, and no others', async () => {
    const list = await openList();
    list.applyEvent(updateOf('R1', 2, { name: 'new', actor: 'bo@example.com' }));
    const { changedAt, ...row } = { changedAt: 0, ...list.rows.get('R1') };
    assert.deepEqual(row, { ...rows[0], name: 'new', updated_at: later, left: undefined });
    assert.ok(changedAt > 0, 'the row is tinted');
    assert.equal(list.rows.get('R2'), rows[1]);
  });

  test('a late event does not replace the fields of a newer one', async () => {
    const list = await openList();
    list.applyEvent(updateOf('R1', 3, { name: 'newer' }));
    list.applyEvent(updateOf('R1', 2, { name: 'new' }));
    assert.equal(list.rows.get('R1')?.name, 'newer');
  });

  test('a page that was read before an event does not replace its fields', async () => {
    const list = await openList();
    list.applyEvent(updateOf('R1', 2, { name: 'new' }));
    await list.refreshShown();
    assert.equal(list.rows.get('R1')?.name, 'new');
  });

  test('a row that no longer matches, or was deleted, stays and says why', async () => {
    const list = await openList({ state: 'draft' });
    list.applyEvent(updateOf('R1', 2, { state: 'approved' }));
    list.applyEvent(deletionOf('R2', 2));
    assert.deepEqual(
      [list.rows.get('R1')?.left, list.rows.get('R2')?.left],
      ['approved', 'deleted'],
    );
    list.applyEvent(updateOf('R2', 3, { state: 'draft' }));
    assert.equal(list.rows.get('R2')?.left, undefined, 'it was restored');
  });

  test('a new record is counted if its event shows that it matches, until it is deleted', async () => {
    const list = await openList({ state: 'draft' });
    list.applyEvent(creationOf('R3', { state: 'draft' }));
    list.applyEvent(creationOf('R4', { state: 'approved' }));
    list.applyEvent(creationOf('R5', {}));
    assert.deepEqual([...list.newIds], ['R3']);
    list.applyEvent(deletionOf('R3', 2));
    assert.equal(list.newIds.size, 0);
  });

  test('an unknown record that begins to match is new only if all pages are loaded', async () => {
    const [whole, begun] = [await openList({}), await openList({}, 'cursor')];
    for (const list of [whole, begun]) list.applyEvent(updateOf('R3', 2, { state: 'draft' }));
    assert.deepEqual([whole.newIds.size, begun.newIds.size], [1, 0]);
  });
});
