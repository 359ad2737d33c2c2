import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { markdownToHtml } from './markdown.ts';

const cases: [name: string, text: string, html: string][] = [
  ['paragraphs and line breaks', 'One\ntwo\n\nthree', '<p>One<br>\ntwo</p>\n<p>three</p>'],
  ['emphasis', '**a** *b* 2*3 a_b_c', '<p><strong>a</strong> <em>b</em> 2*3 a_b_c</p>'],
  ['code', '`<a> *b*`', '<p><code>&lt;a&gt; *b*</code></p>'],
  ['a fence, also without an end', '```\n<a>\n# b', '<pre>&lt;a&gt;\n# b</pre>'],
  ['lists', '- a\n- b\n1. c', '<ul><li>a</li><li>b</li></ul>\n<ol><li>c</li></ol>'],
  ['headings', '## Steps', '<p><strong>Steps</strong></p>'],
  ['quotations', '> a\n> b', '<blockquote>a<br>\nb</blockquote>'],
  ['an escaped character', '\\*a\\*', '<p>*a*</p>'],
  [
    'a link, with the address that it leads to',
    '[bank.example](https://evil.example/?a=1&b=2)',
    '<p>bank.example (<a href="https://evil.example/?a=1&amp;b=2" rel="noopener noreferrer">https://evil.example/?a=1&amp;b=2</a>)</p>',
  ],
  ['no link that runs a script', '[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>'],
  ['HTML as text', '<img src=x onerror="a">', '<p>&lt;img src=x onerror=&quot;a&quot;&gt;</p>'],
];

const ALLOWED =
  /<\/?(?:p|strong|em|code|pre|ul|ol|li|blockquote)>|<br>|<a href="[^"<>]*" rel="noopener noreferrer">|<\/a>/g;

describe('Markdown in mails', () => {
  for (const [name, text, html] of cases)
    test(`it shows ${name}`, () => assert.equal(markdownToHtml(text), html));

  test('no text makes a tag of its own', () => {
    const pieces = fc.constantFrom(
      ...`< > " ' & \` * ** [ ] ( ) \\ # \`\`\` https://a.example/ mailto: javascript: a`.split(
        ' ',
      ),
      ' ',
      '> ',
      '- ',
      '1. ',
      '\n',
      '\n\n',
      '\r',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const rest = markdownToHtml(parts.join('')).replaceAll(ALLOWED, '');
        assert.doesNotMatch(rest, /[<>"]/);
      }),
      { numRuns: 2000 },
    );
  });
});
