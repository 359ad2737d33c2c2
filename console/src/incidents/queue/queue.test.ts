import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSearch, stringifySearch } from '../../search.ts';
import { overlap } from '../saving/conflict.ts';
import { arranged, toggledCols } from './queue.cols.ts';
import { stillMatches } from './queue.match.ts';
import { MAX_PAGES, QueueRows } from './queue.rows.ts';
import { isSameQuery, queryOf, readSearch, sortedBy, toggled } from './queue.search.ts';

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
    const one = toggled({ sort: 'priority' }, 'state', 'new');
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

interface TestRow {
  id: string;
  text: string;
}

const PAGE = 100;
const rowsFrom = (first: number, count = PAGE): TestRow[] =>
  Array.from({ length: count }, (_, at) => ({ id: `r${first + at}`, text: 'old' }));
const pageOf = (rows: TestRow[], next: string | undefined) => ({
  rows,
  total: 5000,
  isLowerBound: false,
  next,
});

const filled = (pages: number): QueueRows<TestRow> => {
  const rows = new QueueRows<TestRow>();
  for (let page = 0; page < pages; page += 1)
    rows.accept(page, pageOf(rowsFrom(page * PAGE), `c${page + 1}`));
  return rows;
};

describe('The rows of the queue', () => {
  test('at most 2,000 rows are kept, nearest to the view, and dropped pages come back by their cursor', () => {
    const rows = filled(30);
    rows.drop(2950);
    assert.equal(rows.keptPages, MAX_PAGES);
    assert.equal(rows.length, 3000);
    assert.equal(rows.at(0), undefined);
    assert.equal(rows.idAt(0), 'r0', 'the ids stay, so indexes do');
    assert.equal(rows.at(2999)?.id, 'r2999');
    assert.deepEqual(rows.missing(95, 105), [0, 1]);
    assert.deepEqual([rows.cursorOf(0), rows.cursorOf(1)], [undefined, 'c1']);
    rows.accept(0, pageOf(rowsFrom(0), 'c1'));
    assert.equal(rows.at(0)?.id, 'r0');
  });

  test('near the end the next page is missing, after the last none', () => {
    const rows = filled(2);
    assert.deepEqual(rows.missing(150, 199), [2]);
    assert.deepEqual(rows.missing(0, 50), []);
    rows.accept(2, pageOf(rowsFrom(200, 10), undefined));
    assert.deepEqual(rows.missing(150, 400), []);
    assert.ok(!rows.hasMore);
  });

  test('a page that is fetched again moves no row, whatever it returns', () => {
    const rows = filled(3);
    const before = Array.from({ length: 300 }, (_, index) => rows.idAt(index));
    const shifted = [{ id: 'new', text: 'new' }, ...rowsFrom(101, 99)].toReversed();
    rows.accept(1, pageOf(shifted, 'other'));
    assert.deepEqual(
      Array.from({ length: 300 }, (_, index) => rows.idAt(index)),
      before,
    );
    assert.equal(rows.at(100)?.id, 'r100', 'a row that left keeps its place and its text');
    assert.equal(rows.cursorOf(3), 'c3');
  });

  test('a row that appears on a later page again keeps its first place', () => {
    const rows = filled(1);
    rows.accept(1, pageOf([{ id: 'r5', text: 'again' }, ...rowsFrom(100, 99)], undefined));
    assert.equal(rows.indexOf('r5'), 5);
    assert.equal(rows.idAt(100), 'r100');
    assert.equal(rows.length, 199);
  });

  test('a change is applied in place, and only to loaded rows', () => {
    const rows = filled(25);
    rows.drop(2400);
    assert.ok(rows.patch('r2400', { text: 'new' }));
    assert.equal(rows.at(2400)?.text, 'new');
    assert.ok(!rows.patch('r0', { text: 'new' }), 'dropped');
    assert.ok(!rows.patch('unknown', { text: 'new' }));
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
