import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  isSameList,
  isSameQuery,
  type ListSearch,
  parseSearch,
  pick,
  withSort,
  stringifySearch,
  toggleValue,
  valuesOf,
} from '../search/index.ts';
import { ListRows, MAX_PAGES } from './list.rows.ts';
import { List } from './list.store.ts';

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

const fillRows = (pages: number): ListRows<TestRow> => {
  const rows = new ListRows<TestRow>();
  for (let page = 0; page < pages; page += 1)
    rows.accept(page, pageOf(rowsFrom(page * PAGE), `c${page + 1}`));
  return rows;
};

describe('The rows of a list', () => {
  test('at most 2,000 rows are cached, nearest to the view, and dropped pages are read again by their cursor', () => {
    const rows = fillRows(30);
    rows.drop(2950);
    assert.equal(rows.cachedPages, MAX_PAGES);
    assert.equal(rows.length, 3000);
    assert.equal(rows.at(0), undefined);
    assert.equal(rows.idAt(0), 'r0', 'the ids stay, so indexes do');
    assert.equal(rows.at(2999)?.id, 'r2999');
    assert.deepEqual(rows.missing(95, 105), [0, 1]);
    assert.deepEqual([rows.cursorOf(0), rows.cursorOf(1)], [undefined, 'c1']);
    rows.accept(0, pageOf(rowsFrom(0), 'c1'));
    assert.equal(rows.at(0)?.id, 'r0');
  });

  test('a section begins where its first row was read, and stays there when rows change', () => {
    const rows = new ListRows<TestRow>({ ids: ['late', 'early'], idOf: ({ text }) => text });
    const read = (first: number, ...texts: string[]) =>
      texts.map((text, at) => ({ id: `r${first + at}`, text }));
    rows.accept(0, pageOf(read(0, 'late', 'late', 'early', 'early'), 'c1'));
    const starts = [
      { id: 'late', start: 0 },
      { id: 'early', start: 2 },
    ];
    assert.deepEqual(rows.sections, starts);
    rows.patch('r2', { text: 'late' });
    rows.accept(0, pageOf(read(0, 'early', 'late', 'late', 'early'), 'c1'));
    rows.accept(1, pageOf(read(4, 'late', 'early'), undefined));
    assert.deepEqual(rows.sections, starts, 'a row that is late by now follows rows that were not');
  });

  test('the next page is missing near the end of the rows, and none after the last page', () => {
    const rows = fillRows(2);
    assert.deepEqual(rows.missing(150, 199), [2]);
    assert.deepEqual(rows.missing(0, 50), []);
    rows.accept(2, pageOf(rowsFrom(200, 10), undefined));
    assert.deepEqual(rows.missing(150, 400), []);
    assert.ok(!rows.hasMore);
  });

  test('a page that is fetched again moves no row, whatever it returns', () => {
    const rows = fillRows(3);
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
    const rows = fillRows(1);
    rows.accept(1, pageOf([{ id: 'r5', text: 'again' }, ...rowsFrom(100, 99)], undefined));
    assert.equal(rows.indexOf('r5'), 5);
    assert.equal(rows.idAt(100), 'r100');
    assert.equal(rows.length, 199);
  });

  test('a change is applied in place, and only to loaded rows', () => {
    const rows = fillRows(25);
    rows.drop(2400);
    assert.ok(rows.patch('r2400', { text: 'new' }));
    assert.equal(rows.at(2400)?.text, 'new');
    assert.ok(!rows.patch('r0', { text: 'new' }), 'dropped');
    assert.ok(!rows.patch('unknown', { text: 'new' }));
  });
});

describe('The URL of a list', () => {
  const names = ['q', 'state', 'assigned_to'];

  test('the URL of a list has the names and values of the API, readable, and survives a round trip', () => {
    const search = pick(
      { state: 'new,in_progress', assigned_to: 'ada@example.com', q: 'a&b=c d', cursor: 'secret' },
      names,
    );
    const text = stringifySearch(search);
    assert.ok(text.includes('state=new,in_progress&assigned_to=ada@example.com'), text);
    assert.ok(!text.includes('cursor'), 'a cursor is never in a URL');
    assert.deepEqual(pick(parseSearch(text), names), search);
  });

  test('an escaped comma belongs to its value', () => {
    assert.deepEqual(valuesOf('muc,b\\, c'), ['muc', 'b\\, c']);
    const one: ListSearch = toggleValue({ 'cf.site': 'b\\, c,muc' }, 'cf.site', 'b\\, c');
    assert.deepEqual(one, { 'cf.site': 'muc' });
  });

  test('a value is added to a filter and removed; the last one removes the filter', () => {
    const one = toggleValue<ListSearch>({ sort: 'priority' }, 'state', 'new');
    const two = toggleValue(one, 'state', 'on_hold');
    assert.deepEqual(two, { sort: 'priority', state: 'new,on_hold' });
    assert.deepEqual(toggleValue(toggleValue(two, 'state', 'new'), 'state', 'on_hold'), {
      sort: 'priority',
    });
  });

  test('the order of parameters and values does not make another query', () => {
    assert.ok(isSameQuery({ state: 'a,b', sort: 'x' }, { sort: 'x', state: 'b,a' }));
    assert.ok(!isSameQuery({ state: 'a,b' }, { state: 'a' }));
    assert.ok(!isSameQuery({ q: 'a,b' }, { q: 'b,a' }));
  });

  test('a second press on a column sorts the other way', () => {
    const first = withSort<ListSearch>({}, 'sla_breach_at', 'asc');
    assert.equal(first['order'], 'asc');
    assert.equal(withSort(first, 'sla_breach_at', 'asc')['order'], 'desc');
    assert.equal(withSort(first, 'updated_at', 'desc')['order'], 'desc');
  });
});

describe('The list that a location shows', () => {
  const shown = { pathname: '/changes', search: { state: 'draft,approved', peek: 'CHG1' } };
  const others: [name: string, location: object, isSame: boolean][] = [
    ['with another drawer', { search: { state: 'draft,approved', peek: 'CHG2' } }, true],
    ['with the values in another order', { search: { state: 'approved,draft' } }, true],
    ['with a parameter that no query has', { search: { ...shown.search, tab: 'x' } }, true],
    ['with another filter', { search: { state: 'draft' } }, false],
    ['without the filter', { search: {} }, false],
    ['in another order', { search: { ...shown.search, sort: 'created_at' } }, false],
    ['of another page with the same query', { pathname: '/requests' }, false],
  ];
  for (const [name, location, isSame] of others)
    test(`a location ${name} shows ${isSame ? 'the same list' : 'another list'}`, () => {
      const queryOf = (search: object) => pick({ ...search }, ['state', 'sort', 'order']);
      assert.equal(isSameList(shown, { ...shown, ...location }, queryOf), isSame);
    });
});

describe('A list that is read again', () => {
  const listOf = (pages: TestRow[][]) =>
    new List<TestRow>({}, { read: async () => pageOf(pages.shift() ?? [], undefined) });

  test('an empty list that is polled shows its first rows at once', async () => {
    const list = listOf([[], rowsFrom(0, 3)]);
    await list.begin();
    await list.poll();
    assert.deepEqual([list.rows.length, list.newIds.size], [3, 0]);
  });

  test('a list that is polled changes rows where they stand, and counts the others as new', async () => {
    const list = listOf([
      rowsFrom(1, 2),
      [
        { id: 'r0', text: 'new' },
        { id: 'r1', text: 'changed' },
        { id: 'r2', text: 'old' },
      ],
    ]);
    await list.begin();
    await list.poll();
    assert.deepEqual([list.rows.idAt(0), list.rows.at(0)?.text], ['r1', 'changed']);
    assert.deepEqual([...list.newIds], ['r0']);
  });
});
