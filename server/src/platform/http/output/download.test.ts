import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attachmentDisposition, servedType } from './download.ts';

describe('downloads', () => {
  const names: [name: string, plain: string, full: string][] = [
    ['report.pdf', 'report.pdf', 'report.pdf'],
    ['Übersicht 1.txt', '_bersicht 1.txt', '%C3%9Cbersicht%201.txt'],
    ['../../etc/passwd', '.._.._etc_passwd', '..%2F..%2Fetc%2Fpasswd'],
    ['a"b\r\nX: y', 'a_b__X_ y', 'a%22b%0D%0AX%3A%20y'],
    [`it's (1)*.txt`, 'it_s _1__.txt', 'it%27s%20%281%29%2A.txt'],
    ['<script>.html', '_script_.html', '%3Cscript%3E.html'],
    ['half \ud83d pair', 'half _ pair', 'half%20%EF%BF%BD%20pair'],
  ];
  for (const [name, plain, full] of names) {
    test(`${JSON.stringify(name)} stays inside its header`, () => {
      const disposition = attachmentDisposition(name);
      assert.equal(disposition, `attachment; filename="${plain}"; filename*=UTF-8''${full}`);
      assert.match(disposition, /^[\x20-\x7e]+$/);
    });
  }

  test('a type that a browser might run, or that is not known, becomes octet-stream', () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'x/y'])
      assert.equal(servedType(type), 'application/octet-stream');
    for (const type of ['image/png', 'text/plain', 'Application/PDF'])
      assert.equal(servedType(type), type);
  });
});
