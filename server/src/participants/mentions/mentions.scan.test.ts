import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scanMentions } from './mentions.scan.ts';

/** Returns addresses, and of each name the longest form that has no marks around it. */
const mentions = (markdown: string): string[] =>
  scanMentions(markdown).candidates.map((one) =>
    'address' in one ? one.address : (one.names.find((name) => !/[.,:)*]$/.test(name)) ?? ''),
  );

describe('Mentions in Markdown', () => {
  test('an @ with an address is found at the beginning of a word only', () => {
    const cases: [text: string, found: string[]][] = [
      ['@ada@example.com', ['ada@example.com']],
      ['Please ask @ada@example.com.', ['ada@example.com']],
      [
        '(@ada@example.com), @ben.o-d+x@mail.example.com!',
        ['ada@example.com', 'ben.o-d+x@mail.example.com'],
      ],
      ['**@ada@example.com** _@ben@example.com_', ['ada@example.com', 'ben@example.com']],
      ['> @ada@example.com', ['ada@example.com']],
      ['write to ada@example.com', []],
      ['https://example.com/@ada@example.com', []],
      ['\\@ada@example.com', []],
      ['@', []],
      ['@ ada@example.com', []],
    ];
    for (const [text, found] of cases) assert.deepEqual(mentions(text), found, text);
  });

  test('an @ with words offers the longest name first, without the marks after it', () => {
    const [first] = scanMentions('Thanks, @Ada Ellis, that helps').candidates;
    assert.ok(first && 'names' in first);
    assert.deepEqual(first.names, [
      'Ada Ellis, that helps',
      'Ada Ellis, that',
      'Ada Ellis,',
      'Ada Ellis',
      'Ada',
    ]);
    const over = scanMentions('@Ada\nEllis').candidates[0];
    assert.deepEqual(over, { names: ['Ada Ellis', 'Ada'] });
  });

  test('code mentions nobody', () => {
    const texts = [
      '`@ada@example.com`',
      '``a ` @ada@example.com``',
      '`over\n@ada@example.com`',
      '```\n@ada@example.com\n```',
      '~~~ sh\n@ada@example.com\n```\n~~~',
      '- a list\n  ```\n  @ada@example.com\n  ```',
      '> ```\n> @ada@example.com\n> ```',
      'text\n\n    @ada@example.com',
      '\t@ada@example.com',
      '```\n@ada@example.com',
    ];
    for (const text of texts) assert.deepEqual(mentions(text), [], text);
  });

  test('an @ beside code is found', () => {
    const texts = [
      '`code` @ada@example.com',
      '` @ada@example.com',
      '\\`@ada@example.com`',
      '` a\n\n@ada@example.com `',
      '``` not a fence ``` @ada@example.com',
      '```\ncode\n```\n@ada@example.com',
      '- a list\n\n    @ada@example.com',
      'a paragraph\n    @ada@example.com',
    ];
    for (const text of texts) assert.deepEqual(mentions(text), ['ada@example.com'], text);
  });

  test('a text has a limited number of mentions', () => {
    const text = '@ada@example.com '.repeat(101);
    const { candidates, isCut } = scanMentions(text);
    assert.deepEqual([candidates.length, isCut], [100, true]);
    assert.equal(scanMentions(text.slice(17)).isCut, false);
  });

  test('hostile texts of the full length are scanned', () => {
    const MAX = 65_536;
    const fill = (part: string) => part.repeat(Math.ceil(MAX / part.length)).slice(0, MAX);
    const runs = Array.from({ length: 360 }, (_, n) => '`'.repeat(n + 1)).join(' ');
    for (const text of [
      '@',
      '`',
      '` ',
      '> ',
      '@a',
      ' @a.',
      '\\`',
      '@a@a.',
      '- `` ',
      '    @',
      '~',
      '\n',
      '1. ',
    ])
      assert.ok(scanMentions(fill(text)).candidates.length <= 100, text);
    assert.deepEqual(scanMentions(runs).candidates, []);
  });
});
