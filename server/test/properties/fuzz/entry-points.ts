// The public entry points outside the API root are pages, document and probes, requested in any way.
import type { Random } from '../../support/random.ts';
import type { Wire } from '../../support/wire.ts';

const PATHS = [
  '/',
  '/docs',
  '/docs/',
  '/docs/js/scalar.js',
  '/docs/%00',
  '/docs/../openapi.json',
  '/openapi.json',
  '/sdk.tgz',
  '/livez',
  '/readyz',
  '/prod',
  '/prod/api',
  '/prod/api/',
  '/prod/api/v1',
  '/prod/api/v1/',
  '/prod/api/v1/v1/incidents',
  '/prod/api/v2/incidents',
  '//prod/api/incidents',
  '/PROD/API/incidents',
  '*',
  'incidents',
  'http://',
  'http://evil.example',
  'http://evil.example?x',
  '/%',
  '/%ff',
  '/\u0000',
  '/ü',
  '/a b',
  `/${'x'.repeat(10_000)}`,
  `/${'a/'.repeat(4000)}`,
];

const HOSTS = [
  'desk.example.com',
  '',
  ' ',
  'a b',
  'a/b',
  'a?b',
  'a#b',
  'a@b',
  '[::1',
  '[::1]',
  ':',
  ':80',
  'x:99999',
  'x:y',
  '%00',
  '%zz',
  '\u0000',
  'ü.example',
  '..',
  '../..',
  'javascript:alert(1)',
  '"><script>',
  'x'.repeat(5000),
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const QUERIES = ['', '?', '?x=1', '?%ZZ', '?__proto__=1', '?a[b]=c'];

/** Requests each path with each host, by GET and by some other method. */
export const entryPointRequests = (random: Random): Wire[] =>
  PATHS.flatMap((path) =>
    HOSTS.flatMap((host) =>
      ['GET', random.pick(METHODS)].map((method) => ({
        method,
        target: path + random.pick(QUERIES),
        headers: [['Host', host] as const],
      })),
    ),
  );
