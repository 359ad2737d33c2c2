// Draws e-mail addresses and addresses of pages, also those that parsers read differently.
import type { Random } from '../../support/random.ts';

const schemes = [
  'https://',
  'http://',
  'HTTPS://',
  'https:',
  'ftp://',
  'javascript:',
  '//',
  ' https://',
];
const hosts = [
  'example.com',
  'EXAMPLE.com:8080',
  'münchen.example',
  '例え.jp',
  '☃.net',
  'faß.de',
  'a\u00ADb.de',
  'xn--mnchen-3ya.de',
  'xn--a',
  'xn--',
  'a..b',
  'a_b.c',
  '-a-.b',
  '1.2.3',
  '0x7f.1',
  '256.1.1.1',
  '1.2.3.4.5',
  '１２７.0.0.1',
  '[::1]',
  '[::1%25eth0]',
  '[v1.a]',
  'ex%41mple.com',
  'a%00b',
  'a b',
  'a<b',
  'a|b',
  'a*b',
  'a\u061Db',
  'xn--ab-hsd',
  'a:99999',
  'a:',
  'u:p@a',
  'u@a',
  ':@a',
  '@a',
  '',
  '.',
  'a.',
  `${'a'.repeat(64)}.b`,
  `${'a.'.repeat(130)}b`,
  '\uD83D.net',
  '👩🏽‍💻.la',
  '\u0627\u0644.a1',
  'a\u200Db',
  'A\u0301.é',
  'ſ.K',
];
const paths = [
  '',
  '/',
  '/a?b=1#c',
  '/ä/%20',
  '\\x',
  '/\0',
  '/\uDC00',
  ' ',
  '\n',
  '/a\tb',
  '#',
  '?',
];

/** Parsers of URLs may differ in names of hosts. */
export function drawUrl({ pick, chance, below }: Random): string {
  const url = pick(schemes) + pick(hosts) + pick(paths);
  if (chance(0.9)) return url;
  const most = 999 + below(3) - 'https://example.com/'.length;
  return `https://example.com/${chance(0.5) ? 'x'.repeat(most) : `${'ä'.repeat(most >> 1)}${'x'.repeat(most % 2)}`}`;
}

export function drawPerson({ pick, below, chance }: Random): string {
  if (chance(0.4)) {
    const local = pick(['x', '😀', '\uD83D']).repeat(62 + below(4));
    return `${local}@${pick(['x', 'ä', '😀']).repeat(187 + below(5))}`;
  }
  const locals = [
    'ada',
    'Ada.L',
    "ö'x",
    'a\0',
    'a\u0085',
    'a b',
    'a\u00A0b',
    '"a"',
    'a,b',
    '',
    'a@b',
  ];
  return `${pick(locals)}${pick(['@', '@', '@', ''])}${pick(['example.com', 'x', 'münchen.de', '\uDC00', 'a>b', ' '])}`;
}
