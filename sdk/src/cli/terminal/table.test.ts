import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { printTimeline } from '../commands/timeline.ts';
import { printCard } from './card.ts';
import { progressLine } from './progress.ts';
import { tableLines } from './table.ts';
import { cut, oneLine, widthOf, wrap } from './text.ts';
import { duration, readTime } from './time.ts';
import { Terminal } from './terminal.ts';

const plain = (_: unknown, text: string) => text;
const rows = [
  {
    id: 'INC1',
    state: 'new',
    owner: 'ann@example.com',
    text: 'Checkout responds 502 since this morning',
  },
  { id: 'INC22', state: 'resolved', owner: null, text: '漢字の要約' },
];
const columns = [
  { title: 'ID', value: (row: (typeof rows)[number]) => row.id },
  { title: 'STATE', value: (row: (typeof rows)[number]) => row.state },
  { title: 'OWNER', value: (row: (typeof rows)[number]) => row.owner, minWidth: 8, leaveOut: 1 },
  { title: 'SUMMARY', value: (row: (typeof rows)[number]) => row.text, minWidth: 12 },
];

describe('The terminal', () => {
  test('a table has the width of its content, or that of the terminal', () => {
    const wide = tableLines(rows, columns, { width: Infinity, style: plain });
    assert.deepEqual(wide, [
      'ID     STATE     OWNER            SUMMARY',
      'INC1   new       ann@example.com  Checkout responds 502 since this morning',
      'INC22  resolved  –                漢字の要約',
    ]);
    for (let width = 30; width < 80; width += 1)
      for (const line of tableLines(rows, columns, { width, style: plain }))
        assert.ok(widthOf(line) <= width, `${width}: ${line}`);
    assert.doesNotMatch(tableLines(rows, columns, { width: 34, style: plain }).join(''), /OWNER/);
  });

  test('no text of a record or an instance controls the terminal', () => {
    const clipboard = '\u001B]52;c;ZXZpbA==\u0007\u001B[2J';
    let written = '';
    const stream = { write: (text: string | Uint8Array) => (written += text), isTTY: true };
    const terminal = new Terminal({ stdin: Readable.from([]), stdout: stream, stderr: stream }, {});
    const card = { id: 'CI1', marks: [`class_${clipboard}`], title: clipboard, fields: [] };
    printCard(terminal, card);
    terminal.printBytes(Buffer.from(clipboard));
    printTimeline(terminal, [
      {
        at: '2026-01-01T00:00:00.000Z',
        actor: clipboard,
        kind: 'webhook.delivered',
        delivery: { event: 'incident.created', webhook_name: clipboard, status: 'delivered' },
      } as never,
    ]);
    terminal.print(clipboard);
    terminal.message(clipboard);
    terminal.drawLine(clipboard);
    // Colours, and the beginning of a line that is redrawn, are our own.
    // eslint-disable-next-line no-control-regex -- it looks for them
    const foreign = written.replaceAll(/\u001B\[[\d;]*m|\r\u001B\[K/g, '');
    // eslint-disable-next-line no-control-regex -- it looks for them
    assert.doesNotMatch(foreign, /[\u0000-\u0009\u000B-\u001F]/);
    assert.ok(written.includes('incident.created to'));
  });

  test('control characters of records do not reach the terminal', () => {
    assert.equal(oneLine('a\u001B[31mb\u0007\r\n\u202Ec\u009Bd'), 'a[31mb cd');
    assert.deepEqual(wrap('a\u001B]0;title\u0007', 80), ['a]0;title']);
  });

  test('texts are measured, cut and wrapped by the columns of the terminal', () => {
    assert.equal(widthOf('a漢👍🏽'), 5);
    assert.equal(cut('漢字の要約', 6), '漢字…');
    assert.deepEqual(wrap('- one two three four', 11), ['- one two', '  three', '  four']);
    assert.deepEqual(wrap('see https://desk.example.com/x now', 10), [
      'see',
      'https://desk.example.com/x',
      'now',
    ]);
  });

  test('a duration has at most two units, and an age is read as a time', () => {
    assert.deepEqual([0, 59, 61, 3600, 5 * 3600 + 240, 90_000, 14 * 86_400 + 60].map(duration), [
      '0 s',
      '59 s',
      '1 min',
      '1 h',
      '5 h 4 min',
      '1 d 1 h',
      '14 d',
    ]);
    assert.equal(readTime('2h', 'past', 7_200_000)?.getTime(), 0);
    assert.equal(readTime('2h', 'future', 0)?.getTime(), 7_200_000);
    assert.equal(readTime('soon'), undefined);
  });

  test('progress shows the share, the faults and the time left', () => {
    const line = progressLine({ done: 250, failed: 2, total: 1000 }, 10, plain);
    assert.match(line, /^━{24} {2}250 of 1,000 {2}25 % {2}2 failed {2}30 s left$/);
    assert.equal(progressLine({ done: 1 }, 10, plain), '1 row');
  });

  const colourOf = (isTTY: boolean, env: Record<string, string>) => {
    const stream = { write: () => true, isTTY };
    const stdin = (async function* () {})();
    const streams = { stdin, stdout: stream, stderr: stream };
    return new Terminal(streams, env).style('red', 'x') !== 'x';
  };
  test('only terminals without NO_COLOR have colours', () => {
    assert.deepEqual(
      [
        colourOf(true, {}),
        colourOf(false, {}),
        colourOf(true, { NO_COLOR: '1' }),
        colourOf(true, { TERM: 'dumb' }),
      ],
      [true, false, false, false],
    );
  });
});
