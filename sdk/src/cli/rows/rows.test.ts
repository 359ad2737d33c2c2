import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CustomColumns, formatOf, type RowOrError, rowsOf } from './rows.ts';

const customColumns: CustomColumns = async (keys) =>
  new Map(
    keys.map((key) => [
      key,
      (cell) => {
        if (Number.isNaN(Number(cell))) throw new Error(`is not a number: ${cell}`);
        return Number(cell);
      },
    ]),
  );

/** Reads in parts of several sizes, so that none of them matters. */
async function readAll(text: string, format: 'csv' | 'jsonl'): Promise<RowOrError[]> {
  const results = await Promise.all(
    [1, 2, 7, text.length + 1].map(async (size) => {
      const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
        text.slice(index * size, (index + 1) * size),
      );
      const source = {
        name: 'x',
        read: async function* () {
          yield* parts;
        },
      };
      const rows: RowOrError[] = [];
      for await (const row of rowsOf(source, format, customColumns)) rows.push(row);
      return rows;
    }),
  );
  for (const one of results) assert.deepEqual(one, results[0]);
  return results[0] ?? [];
}

const summary = (rows: readonly RowOrError[]) =>
  rows.map((row) => ('error' in row ? [row.line, row.error] : [row.line, row.fields]));

describe('Rows of a file', () => {
  test('CSV may have quotes, separators and line breaks in cells, CR LF and a byte order mark', async () => {
    const text =
      '\uFEFFShort Description,Priority,version\r\n"a ""b"", c",P1,3\r\n\r\n"two\r\nlines",,\r\nlast,P2,';
    assert.deepEqual(summary(await readAll(text, 'csv')), [
      [2, { short_description: 'a "b", c', priority: 'P1', version: 3 }],
      [4, { short_description: 'two\nlines' }],
      [6, { short_description: 'last', priority: 'P2' }],
    ]);
  });

  test('the header decides the separator', async () => {
    assert.deepEqual(summary(await readAll('name;class\na,b;server\n', 'csv')), [
      [2, { name: 'a,b', class: 'server' }],
    ]);
    assert.deepEqual(summary(await readAll('name\tclass\na\tserver', 'csv')), [
      [2, { name: 'a', class: 'server' }],
    ]);
  });

  test('columns of lists and objects are JSON', async () => {
    const rows = await readAll('tags,attributes\n"a, b","{""x"":1}"\nc,{oops\n', 'csv');
    assert.deepEqual(summary(rows), [
      [2, { tags: ['a', 'b'], attributes: { x: 1 } }],
      [3, 'attributes is not valid JSON'],
    ]);
  });

  test('columns of custom fields become members of `custom`, and an empty cell sets none', async () => {
    const rows = await readAll('id,Custom.Floor,custom.rooms\nx,3,\ny,,\nz,1,many\n', 'csv');
    assert.deepEqual(summary(rows), [
      [2, { id: 'x', custom: { floor: 3 } }],
      [3, { id: 'y' }],
      [4, 'custom.rooms is not a number: many'],
    ]);
  });

  const faults: [text: string, expected: [line: number, error: string][]][] = [
    ['a,b\n1\n', [[2, 'has 1 cells, but the header has 2']]],
    ['a,b\n1,2\n"open,3\n', [[3, 'a quoted cell has no closing quote']]],
    ['a,b\n"1"x,2\n', [[2, 'there is text after a closing quote']]],
    ['a,a\n1,2\n', [[1, 'the header has the column a twice']]],
    ['a,\n1,2\n', [[1, 'the header has a column without a name']]],
  ];
  for (const [text, expected] of faults)
    test(`the CSV ${JSON.stringify(text)} is refused with the line of the fault`, async () => {
      const errors = summary(await readAll(text, 'csv')).filter(
        ([, row]) => typeof row === 'string',
      );
      assert.deepEqual(errors, expected);
    });

  test('in JSON lines, blank lines count, and each line fails by itself', async () => {
    assert.deepEqual(summary(await readAll('{"a":1}\n\n{oops\n[1]\r\n{"b":null}', 'jsonl')), [
      [1, { a: 1 }],
      [3, 'is not valid JSON; each line must be one object'],
      [4, 'is JSON, but not an object'],
      [5, { b: null }],
    ]);
  });

  test('the format is that of the extension, else that of the first character', async () => {
    const source = (name: string, text: string) => ({
      name,
      read: async function* () {
        yield text;
      },
    });
    assert.equal(await formatOf(source('x.ndjson', 'a,b')), 'jsonl');
    assert.equal(await formatOf(source('stdin', '\n {"a":1}')), 'jsonl');
    assert.equal(await formatOf(source('stdin', 'a,b\n')), 'csv');
  });
});
