import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MAX_PASSAGE_TOKENS, type Passage, passagesOf } from './passages.ts';
import { estimateTokens, plainText } from './plain-text.ts';
import { cpuMs } from '../../../test/support/cpu.ts';

const words = (count: number, word = 'disk'): string =>
  Array.from({ length: count }, () => word).join(' ');
const of = (body: string, title = 'Title', summary: string | null = null): Passage[] =>
  passagesOf({ title, summary, body });
const shapes = (passages: Passage[]) =>
  passages.map(({ headingPath, text }) => [headingPath.join('/'), text]);

function assertBounded(passages: Passage[]): void {
  for (const { embeddingText } of passages)
    assert.ok(estimateTokens(embeddingText) + 2 <= MAX_PASSAGE_TOKENS, embeddingText);
}

const wordsOf = (text: string): string[] => plainText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

describe('Passages', () => {
  test('an article is cut along its headings, and each passage has its heading path', () => {
    const body =
      'Before.\n\n# A\n\nOne.\n\n## B\n\nTwo.\n\nThree.\n\n### C ###\nFour.\n\n# D\nFive.';
    assert.deepEqual(shapes(of(body)), [
      ['', 'Before.'],
      ['A', 'One.'],
      ['A/B', 'Two.\n\nThree.'],
      ['A/B/C', 'Four.'],
      ['D', 'Five.'],
    ]);
  });

  test('a heading as long as a text is not lost, even if only empty headings follow below it', () => {
    const long = words(90);
    assert.deepEqual(shapes(of(`${long}\n====\n## Sub`)), [['', long]]);
    assert.deepEqual(shapes(of(`${long}\n====\n## Sub\n### Leaf\nText.`)), [
      [`${long}/Sub/Leaf`, 'Text.'],
    ]);
  });

  test('the embedded text consists of title, heading path and text, without markup', () => {
    const [passage] = of(
      '## Fix *it*\n\n- Open **Settings**, then [this](https://a.example/b).\n- Run `ls`.',
      'No *sound*',
    );
    assert.equal(passage?.embeddingText, 'No sound\nFix it\nOpen Settings, then this.\nRun ls.');
    assert.equal(
      passage?.text,
      '- Open **Settings**, then [this](https://a.example/b).\n- Run `ls`.',
    );
  });

  test('positions count from 0 in the order of the article, and the same article gives the same passages', () => {
    const body = `# A\n\n${words(600)}\n\n# B\n\nEnd.`;
    const passages = of(body);
    assert.deepEqual(
      passages.map(({ position }) => position),
      [...passages.keys()],
    );
    assert.deepEqual(of(body), passages);
  });

  const single: [name: string, body: string, text: string][] = [
    ['no heading', 'One.\n\nTwo.', 'One.\n\nTwo.'],
    ['an underlined heading', 'Head\n====\n\nText.', 'Text.'],
    ['only code', '```sh\n# not a heading\nls\n```', '```sh\n# not a heading\nls\n```'],
    ['code that is not closed', '~~~\n# not a heading', '~~~\n# not a heading'],
    ['a rule', 'One.\n\n---\n\nTwo.', 'One.\n\nTwo.'],
    ['an empty section', '# A\n\n## B\n\nText.\n\n## C', 'Text.'],
    ['an underlined text', `${'word '.repeat(90)}\n---`, 'word '.repeat(90).trim()],
    ['line ends of Windows', 'One.\r\n\r\nTwo.', 'One.\n\nTwo.'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |', '| a | b |\n|---|---|\n| 1 | 2 |'],
    [
      'a list with code in it',
      '1. One:\n\n   ```\n   # x\n   ```\n\n2. Two',
      '1. One:\n\n   ```\n   # x\n   ```\n\n2. Two',
    ],
    ['no text', '', ''],
  ];
  for (const [name, body, text] of single)
    test(`an article with ${name} is one passage`, () =>
      assert.deepEqual(
        of(body).map((passage) => passage.text),
        [text],
      ));

  test('an article that has only a title is found by its title', () => {
    assert.deepEqual(of(' \n'), [
      { position: 0, headingPath: [], text: '', embeddingText: 'Title' },
    ]);
  });

  test('the summary of an article comes before its text', () => {
    assert.deepEqual(shapes(of('# A\n\nText.', 'Title', 'In short.')), [
      ['', 'In short.'],
      ['A', 'Text.'],
    ]);
  });

  test('a huge paragraph is cut at sentence ends, and nothing is lost', () => {
    const body = Array.from({ length: 200 }, (_, n) => `Sentence ${n} is about disks.`).join(' ');
    const passages = of(body);
    assert.ok(passages.length > 3);
    assertBounded(passages);
    for (const { text } of passages) assert.match(text, /\.$/);
    assert.deepEqual(
      passages.flatMap(({ text }) => wordsOf(text)),
      wordsOf(body),
    );
  });

  test('text without spaces is cut between any two characters', () => {
    const passages = of('\u{1F600}'.repeat(2000));
    assertBounded(passages);
    assert.ok(passages.every(({ text }) => text.isWellFormed()));
    assert.equal(passages.map(({ text }) => text).join(''), '\u{1F600}'.repeat(2000));
  });

  test('a block that fits is not cut, even if less of the passage before it is used', () => {
    const code = ['```', ...Array.from({ length: 20 }, (_, n) => `step ${n} done`), '```'].join(
      '\n',
    );
    const passages = of(`${words(200)}\n\n${code}\n\n${words(200)}`);
    assert.deepEqual(
      passages.map(({ text }) => text),
      [words(200), code, words(200)],
    );
  });

  test('a long list is cut between its items', () => {
    const items = Array.from(
      { length: 40 },
      (_, n) => `- Item ${n}: ${words(10)}\n  - nested ${n}`,
    );
    const passages = of(items.join('\n'));
    assert.ok(passages.length > 1);
    assertBounded(passages);
    for (const { text } of passages) assert.match(text, /^- Item[\s\S]+nested \d+$/);
    assert.equal(passages.map(({ text }) => text).join('\n'), items.join('\n'));
  });

  test('long code is cut between its lines, each part in its own fence', () => {
    const lines = Array.from({ length: 100 }, (_, n) => `echo ${n} ${words(5)}`);
    const passages = of(['```sh', ...lines, '```'].join('\n'));
    assert.ok(passages.length > 1);
    assertBounded(passages);
    for (const { text } of passages) assert.match(text, /^```sh\necho[\s\S]+\n```$/);
    assert.deepEqual(
      passages.flatMap(({ text }) => text.split('\n').slice(1, -1)),
      lines,
    );
  });

  test('a long table is cut between its rows, and each part repeats the header', () => {
    const rows = Array.from({ length: 100 }, (_, n) => `| ${n} | ${words(5)} |`);
    const passages = of(['| Code | Meaning |', '| --- | --- |', ...rows].join('\n'));
    assert.ok(passages.length > 1);
    assertBounded(passages);
    for (const { text } of passages)
      assert.match(text, /^\| Code \| Meaning \|\n\| --- \| --- \|\n/);
    assert.deepEqual(
      passages.flatMap(({ text }) => text.split('\n').slice(2)),
      rows,
    );
  });

  test('a passage has room for text below a title of any length', () => {
    const passages = of(words(500), words(400, 'title'));
    assert.ok(passages.length < 20 && passages.every(({ text }) => text !== ''));
  });

  test('no word of any Markdown is lost, and every passage is within the limit', () => {
    const line = fc.constantFrom(
      '',
      '# Head',
      '## Sub',
      '```',
      '~~~',
      '- item',
      '  more',
      '1. step',
      '| a | b |',
      '|---|---|',
      '> quote',
      '---',
      '====',
      'word '.repeat(90),
      'some text here.',
      '\u{1F600}',
      '\t code',
      '[a](b)',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const passages = of(lines.join('\n'));
        assert.ok(passages.length > 0);
        assertBounded(passages);
        const count = (text: string, word: string) =>
          wordsOf(text).filter((other) => other === word).length;
        const all = passages.flatMap(({ headingPath, text }) => [...headingPath, text]).join('\n');
        // A word may be a heading, which several passages repeat.
        assert.ok(count(all, 'word') >= count(lines.join('\n'), 'word'));
      }),
      { numRuns: 200 },
    );
  });

  const hostile: [name: string, body: string][] = [
    ['fences', '```\n'.repeat(25_000)],
    ['brackets', '['.repeat(100_000)],
    ['links', '[a](('.repeat(20_000)],
    ['comments', '<!--'.repeat(25_000)],
    ['white space', `a${' '.repeat(100_000)}b`],
    ['other white space', `# a${'\u00A0'.repeat(100_000)}b`],
    ['marks', `# ${'#'.repeat(100_000)}x`],
    ['delimiters', `a|b\n|-${' '.repeat(100_000)}x`],
    ['asterisks', '*a'.repeat(50_000)],
    ['list items', '- a\n\n'.repeat(20_000)],
    ['open code in a list', '- a\n  ```\n'.repeat(10_000)],
  ];
  for (const [name, body] of hostile)
    test(`100 kB of ${name} take less than two seconds`, () => {
      const start = cpuMs();
      of(body);
      assert.ok(cpuMs() - start < 2000, `${cpuMs() - start} ms`);
    });

  test('the passages of a long heading with many sections are bounded in number and size', () => {
    const body = `# ${'h'.repeat(6000)}\n${'x\n\n## y\n'.repeat(6000)}`;
    const passages = passagesOf({ title: 'T', body });
    assert.ok(passages.length <= 1000, `${passages.length}`);
    const longest = Math.max(...passages.map(({ headingPath }) => headingPath.join('').length));
    assert.ok(longest <= 501, `${longest}`);
    assert.ok(JSON.stringify(passages).length < 1_500_000);
  });
});
