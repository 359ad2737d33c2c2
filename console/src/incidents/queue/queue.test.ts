import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  isSameQuery,
  type ListSearch,
  parseSearch,
  stringifySearch,
  toggled,
} from '../../search/index.ts';
import { overlap } from '../../records/saving/conflict.ts';
import { arranged, toggledCols } from './queue.cols.ts';
import { stillMatches } from './queue.match.ts';
import { queryOf, readSearch, sortedBy } from './queue.search.ts';

describe('The URL of the queue', () => {
  test('it has the names and values of the API, readable, and survives a round trip', () => {
    const search = readSearch({
      state: 'new,in_progress',
      assigned_to: 'ada@example.com',
      q: 'a&b=c d',
      peek: 'INC0000042',
      cursor: 'secret',
    });
    const text = stringifySearch(search);
    assert.ok(text.includes('state=new,in_progress&assigned_to=ada@example.com'), text);
    assert.ok(!text.includes('cursor'), 'a cursor is never in a URL');
    assert.deepEqual(readSearch(parseSearch(text)), search);
    assert.ok(!('peek' in queryOf(search)), 'the API gets its own parameters alone');
  });

  test('a value is added to a filter and removed; the last one removes the filter', () => {
    const one = toggled<ListSearch>({ sort: 'priority' }, 'state', 'new');
    const two = toggled(one, 'state', 'on_hold');
    assert.deepEqual(two, { sort: 'priority', state: 'new,on_hold' });
    assert.deepEqual(toggled(toggled(two, 'state', 'new'), 'state', 'on_hold'), {
      sort: 'priority',
    });
  });

  test('the order of parameters and values does not make another query', () => {
    assert.ok(isSameQuery({ state: 'a,b', sort: 'x' }, { sort: 'x', state: 'b,a' }));
    assert.ok(!isSameQuery({ state: 'a,b' }, { state: 'a' }));
    assert.ok(!isSameQuery({ q: 'a,b' }, { q: 'b,a' }));
  });

  test('a second press on a column sorts the other way', () => {
    const first = sortedBy({}, 'sla_breach_at');
    assert.equal(first.order, 'asc');
    assert.equal(sortedBy(first, 'sla_breach_at').order, 'desc');
    assert.equal(sortedBy(first, 'updated_at').order, 'desc');
  });
});

describe('The columns of the queue', () => {
  const grid = ['select', 'priority', 'id', 'title', 'category', 'updated', 'presence'];
  const ids = (cols?: string) =>
    arranged(
      grid.map((id) => ({ id })),
      cols,
    ).map(({ id }) => id);

  test('without a choice the usual ones are shown, and those that cannot be chosen always', () => {
    assert.deepEqual(ids(), ['select', 'priority', 'id', 'title', 'updated', 'presence']);
    assert.deepEqual(ids('nonsense'), ids());
  });

  test('chosen ones are shown in the order of the URL, with the title', () => {
    assert.deepEqual(ids('updated_at,category,priority'), [
      'select',
      'title',
      'updated',
      'category',
      'priority',
      'presence',
    ]);
  });

  test('a column is added where it belongs, and the usual choice needs no parameter', () => {
    const added = toggledCols(undefined, 'category');
    assert.match(added ?? '', /assignment_group,category,updated_at$/);
    assert.equal(toggledCols(added, 'category'), undefined);
    assert.equal(toggledCols('short_description', 'short_description'), 'short_description');
    assert.equal(toggledCols('id,short_description', 'id'), 'short_description');
  });
});

describe('A row that changed', () => {
  const row = {
    state: 'new',
    priority: 'P2',
    assigned_to: null,
    assignment_group: 'Web Platform',
    category: 'software',
  };

  test('it still matches while each filter has its value', () => {
    assert.ok(stillMatches(row, { state: 'new,on_hold', priority: 'P2', q: 'text' }));
    assert.ok(!stillMatches({ ...row, state: 'resolved' }, { state: 'new,on_hold' }));
    assert.ok(!stillMatches(row, { assigned_to: 'ada@example.com' }));
  });

  test('a missing field matches as long as one of the named ones is missing', () => {
    assert.ok(stillMatches(row, { without: 'assigned_to,assignment_group' }));
    const assigned = { ...row, assigned_to: 'ada@example.com' };
    assert.ok(!stillMatches(assigned, { without: 'assigned_to' }));
    assert.ok(stillMatches(assigned, { without: 'assigned_to,ci_id' }), 'a row has no ci_id');
  });

  test('changes of two people conflict only in the fields of both', () => {
    const conflict = { currentVersion: 4, changedFields: ['priority', 'category'] };
    assert.deepEqual(overlap({ priority: 'P1', assigned_to: 'a' }, conflict), ['priority']);
    assert.deepEqual(overlap({ assigned_to: 'a' }, conflict), []);
  });
});
