// Headers are malformed, too long, duplicated or forged.
import type { Attack } from './attack.ts';
import type { Operation } from './document.ts';
import type { Draft } from './draft.ts';

const oddHeaders: readonly (readonly [name: string, value: string])[] = [
  ['X-Request-Id', ''],
  ['X-Request-Id', 'x'.repeat(129)],
  ['X-Request-Id', 'x'.repeat(9000)],
  ['X-Request-Id', 'good-id\r\nX-Injected: yes'],
  ['X-Request-Id', 'good-id\nX-Injected: yes'],
  ['X-Request-Id', 'good-id\rX-Injected: yes'],
  ['X-Request-Id', 'good-id\0bad'],
  ['X-Request-Id', 'ünïcödé-𝄞'],
  ['X-Request-Id', '{"a":1} <script>'],
  ['X-Request-Id', 'sane-request-id.1'],
  ['Accept', 'text/html'],
  ['Accept', 'application/problem+json'],
  ['Accept', '*/*;q=0'],
  ['Accept', ''],
  ['Accept', 'x'.repeat(8000)],
  ['Accept-Encoding', 'gzip, br;q=nonsense'],
  ['Host', ''],
  ['Host', ' '],
  ['Host', 'a b'],
  ['Host', '[::1'],
  ['Host', 'desk.example.com:99999'],
  ['Host', '../../etc'],
  ['Host', '\'"><script>'],
  ['Host', 'ü.example'],
  ['Expect', '100-continue'],
  ['Expect', 'nonsense'],
  ['Upgrade', 'h2c'],
  ['Connection', 'Upgrade'],
  ['Connection', 'close'],
  ['Content-Encoding', 'gzip'],
  ['Origin', 'null'],
  ['Range', 'bytes=0-10'],
  ['X-Forwarded-For', "1.2.3.4, '; --"],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Http-Method-Override', 'DELETE'],
  ['Cookie', 'a=b; '.repeat(1000)],
  ['X-Long', 'x'.repeat(100_000)],
];

const notAuthorised = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer x',
  'Bearer x y',
  'Bearer null',
  'Bearer a.b.c',
  'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
  'Bearer {}',
  'Bearer ü',
  'bearer',
  'Basic YTpi',
  'Digest username="x"',
  `Bearer ${'a'.repeat(9000)}`,
  `Bearer ${'a'.repeat(100_000)}`,
  `${'Bearer '.repeat(500)}x`,
];

const unmatched = [
  '',
  '""',
  '999999999',
  '-1',
  '1.0',
  'W/"1"',
  '"0"',
  '"-1"',
  '"1.0"',
  '"999999999"',
  '"999999999999999999999"',
  '"x", W/"y"',
  ',,,',
  '"1',
  'ü',
  '"1e0"',
  `${'"0",'.repeat(3000)}"0"`,
  '*, "0"',
];

const takes = ({ parameters }: Operation, name: string): boolean =>
  parameters.some((parameter) => parameter.in === 'header' && parameter.name === name);

const parts: Readonly<Record<string, keyof Draft['forbidden']>> = {
  Authorization: 'caller',
  'If-Match': 'if-match',
};

const set = (name: string, value: string, forbidden?: string): Attack => ({
  name: `${name}: ${JSON.stringify(value.slice(0, 60))}`,
  apply: (draft) => {
    draft.headers = [...draft.headers.filter(([other]) => other !== name), [name, value]];
    const part = parts[name];
    if (part && forbidden) draft.forbidden[part] = forbidden;
    else if (part) delete draft.forbidden[part];
  },
});

export const headerAttacks = (operation: Operation): Attack[] => [
  ...oddHeaders.map(([name, value]) => set(name, value)),
  ...notAuthorised.map((value) => set('Authorization', value, 'the caller is unauthenticated')),
  {
    name: 'no Authorization header',
    apply: (draft) => {
      draft.caller = null;
      draft.forbidden.caller = 'the caller is unauthenticated';
    },
  },
  ...(takes(operation, 'if-match') ? [...unmatched, '*'] : []).map((value) =>
    set('If-Match', value, value === '*' ? undefined : 'If-Match names another version'),
  ),
  ...(takes(operation, 'if-none-match') ? [...unmatched, '*', '"1"'] : []).map((value) =>
    set('If-None-Match', value),
  ),
];
