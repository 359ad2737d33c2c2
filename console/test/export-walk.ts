// Exports a list in Chromium and compares the file with the API.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { ConsoleInstance } from './console-browser.ts';

/** Parses the cells of each row by RFC 4180, as a spreadsheet does. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g,
  )) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const hostile = [
  `=cmd|' /C calc'!A0`,
  '+1+1',
  '-2',
  '@SUM(A1:A9)',
  'He said "no", twice',
  'Two\nlines',
  'Fire 🔥 in café',
];

export async function proveExport(console: ConsoleInstance, page: Page): Promise<void> {
  const all = Array.from({ length: 230 }, (_, index) => hostile[index] ?? `Row ${index}`);
  await console.instance.sql(
    `insert into incidents (short_description, priority, priority_explicit, state, category, opened_by, sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at)
     select title, 'P3', false, 'new', 'Export', 'a@example.com', 1, now(), 1, now(), now() from unnest($1::text[]) title`,
    [all],
  );
  const cols = 'id,short_description,state,created_at';
  await page.goto(`${console.url}/console/incidents?category=Export&sort=created_at&cols=${cols}`);
  await page.getByRole('row').filter({ hasText: 'Row 229' }).waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as CSV…' }).click();
  const download = await saved;
  assert.match(download.suggestedFilename(), /^incidents-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const [header, ...lines] = readCsv(text.replace(/^\uFEFF/, ''));
  assert.deepEqual(header, ['Id', 'Title', 'State', 'Created']);
  const listed = await console.instance.call('GET', '/incidents?category=Export&limit=200');
  const next = await console.instance.call(
    'GET',
    `/incidents?category=Export&limit=200&cursor=${encodeURIComponent(listed.body.next_cursor)}`,
  );
  const expected = [...listed.body.data, ...next.body.data].map((one) => [
    one.id,
    /^[=+@-]/.test(one.short_description) ? `'${one.short_description}` : one.short_description,
    'New',
    one.created_at,
  ]);
  assert.equal(expected.length, all.length);
  assert.deepEqual(lines, expected);
  await page.getByText(`${download.suggestedFilename()} has 230 rows.`).waitFor();
}
