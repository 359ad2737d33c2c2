import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cellText } from './cell-text.ts';
import { csvRow, fileNameOf } from './csv.ts';
import { CsvExport, type ExportColumn, MAX_ROWS } from './csv-export.ts';

describe('A cell of a CSV file', () => {
  const cells: [text: string, cell: string][] = [
    ['Checkout answers 502', 'Checkout answers 502'],
    ['=cmd|’/c calc’!A0', "'=cmd|’/c calc’!A0"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['=1,2', `"'=1,2"`],
    ['say "hello"', '"say ""hello"""'],
    ['one, two', '"one, two"'],
    ['two\nlines', '"two\nlines"'],
    ['a = b', 'a = b'],
    ['🔥', '🔥'],
    ['', ''],
  ];
  for (const [text, cell] of cells)
    test(`${JSON.stringify(text)} is written as ${JSON.stringify(cell)}`, () => {
      assert.equal(csvRow([text, 'next']), `${cell},next\r\n`);
    });

  const values: [field: string, value: unknown, text: string][] = [
    ['state', 'on_hold', 'On hold'],
    ['status', 'non_operational', 'Down'],
    ['assigned_to', 'ada@example.com', 'ada@example.com'],
    ['assigned_to', null, ''],
    ['updated_at', '2026-11-17T10:00:00+02:00', '2026-11-17T08:00:00.000Z'],
    ['work_notes_count', 0, '0'],
    ['secret_enabled', false, 'no'],
    ['members', ['ada@example.com', 'ben@example.com'], 'ada@example.com, ben@example.com'],
    ['members', [], ''],
    ['id', 'INC0000042', 'INC0000042'],
  ];
  for (const [field, value, text] of values)
    test(`${field} ${JSON.stringify(value)} reads ${JSON.stringify(text)}`, () => {
      assert.equal(cellText({ id: 'x', field }, { [field]: value }), text);
    });

  test('a column can show a part of a field, or a text of its own', () => {
    const row = { health: { last_failure_at: '2026-11-17T08:00:00.000Z' } };
    const field = 'health.last_failure_at';
    assert.equal(cellText({ id: 'x', field }, row), row.health.last_failure_at);
    assert.equal(cellText({ id: 'x', field, text: () => 'never' }, row), 'never');
  });

  test('the file is named after the list and the day', () => {
    assert.equal(fileNameOf('incidents', new Date(2026, 10, 7)), 'incidents-2026-11-07.csv');
    assert.equal(fileNameOf('Audit trail', new Date(2026, 0, 1)), 'audit-trail-2026-01-01.csv');
  });
});

interface TestRow {
  id: string;
  title: string;
}

describe('An export', () => {
  const columns: ExportColumn<TestRow>[] = [
    { id: 'id', header: 'Id' },
    { id: 'prio', header: 'Prio', label: 'Priority', text: () => 'P1' },
    { id: 'title', header: 'Title' },
  ];
  const running = new AbortController().signal;
  const PAGE = 100;
  /** Returns a reader of pages; each cursor is the index of the first row of its page. */
  const reader =
    (count: number, onRead = (_first: number): void => undefined) =>
    async (cursor: string | undefined) => {
      const first = Number(cursor ?? 0);
      onRead(first);
      const length = Math.min(PAGE, count - first);
      const rows = Array.from({ length }, (_, at) => ({
        id: `r${first + at}`,
        title: `=row ${first + at}`,
      }));
      const next = first + length < count ? String(first + length) : undefined;
      return { rows, total: count, isLowerBound: false, next };
    };

  test('an exported file has a byte order mark, the labels of the columns, and all rows', async () => {
    const source = new CsvExport({ read: reader(250), columns });
    const file = await source.run(() => undefined, running);
    const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer());
    assert.deepEqual(bytes.slice(0, 3), new Uint8Array([0xef, 0xbb, 0xbf]));
    const lines = new TextDecoder().decode(bytes).split('\r\n');
    assert.equal(lines.length, 252, 'the header, the rows, and an end');
    assert.deepEqual(lines.slice(0, 2), ['Id,Priority,Title', "r0,P1,'=row 0"]);
    assert.deepEqual(lines.slice(-2), ["r249,P1,'=row 249", '']);
    assert.deepEqual([source.rows, source.total, source.isCut], [250, 250, false]);
  });

  test('an export ends at 100,000 rows and says so', async () => {
    let reads = 0;
    const read = reader(MAX_ROWS + 1, () => {
      reads += 1;
    });
    const source = new CsvExport({ read, columns });
    const file = await source.run(() => undefined, running);
    const text = (await file?.text()) ?? '';
    assert.deepEqual([source.rows, source.isCut, reads], [MAX_ROWS, true, MAX_ROWS / PAGE]);
    assert.equal(text.split('\r\n').length, MAX_ROWS + 2);
    assert.ok(text.endsWith(`r${MAX_ROWS - 1},P1,'=row ${MAX_ROWS - 1}\r\n`));
  });

  test('an export of exactly as many rows as a file can have is not cut', async () => {
    const source = new CsvExport({ read: reader(250), columns, maxRows: 250 });
    await source.run(() => undefined, running);
    assert.deepEqual([source.rows, source.isCut], [250, false]);
    const shorter = new CsvExport({ read: reader(250), columns, maxRows: 249 });
    await shorter.run(() => undefined, running);
    assert.deepEqual([shorter.rows, shorter.isCut], [249, true]);
  });

  test('a row that moves to a later page is exported once', async () => {
    const pages = [
      { rows: [{ id: 'a', title: '1' }], next: '1' },
      {
        rows: [
          { id: 'a', title: '2' },
          { id: 'b', title: '3' },
        ],
        next: undefined,
      },
    ];
    const read = async (cursor: string | undefined) => ({
      ...(pages[Number(cursor ?? 0)] ?? { rows: [], next: undefined }),
      total: 1,
      isLowerBound: true,
    });
    const source = new CsvExport({ read, columns });
    const file = await source.run(() => undefined, running);
    assert.equal(await file?.text(), 'Id,Priority,Title\r\na,P1,1\r\nb,P1,3\r\n');
    assert.equal(source.total, undefined);
  });

  test('a stopped export makes no file and reads no further', async () => {
    const stop = new AbortController();
    const reads: number[] = [];
    const source = new CsvExport({ read: reader(500, (first) => reads.push(first)), columns });
    const file = await source.run(() => stop.abort(), stop.signal);
    assert.equal(file, undefined);
    assert.deepEqual(reads, [0]);
  });

  test('a failed export continues with the page that was not read', async () => {
    const reads: number[] = [];
    const read = reader(300, (first) => {
      reads.push(first);
      if (reads.length === 2) throw new Error('unreachable');
    });
    const source = new CsvExport({ read, columns });
    await assert.rejects(
      source.run(() => undefined, running),
      /unreachable/,
    );
    const file = await source.run(() => undefined, running);
    assert.deepEqual(reads, [0, 100, 100, 200]);
    assert.equal((await file?.text())?.split('\r\n').length, 302);
  });
});
