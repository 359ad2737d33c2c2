// Half of the guessed templates, paths, filters and payloads are valid, and half nonsense.
import { operators } from '../../../src/webhooks/filters.ts';
import type { Filter } from '../../../src/webhooks/filters.ts';
import type { Random } from '../../support/random.ts';

/** A getter on every prototype counts its reads (see fuzz.ts). */
export const CANARY = 'canary_of_the_prototype';

const names = [
  'a',
  'labels',
  'severity',
  'alerts',
  '0',
  'x-y',
  'app/name',
  'é',
  '名',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'length',
  '__defineGetter__',
  CANARY,
  '$',
  'payload',
  'headers',
];
const texts = [
  '',
  ' ',
  'critical',
  'P1',
  'Sev-2',
  'a@b.example',
  'CI42',
  'CHG0000001',
  '\0',
  '\ud800',
  '\u202e',
  '💥'.repeat(300),
  '9'.repeat(5000),
  `${'9'.repeat(3000)}x`,
  'a'.repeat(70_000),
  '{{ a }}',
  '"',
  "'",
  '\\',
  '<script>',
  '1e5',
  '-0',
  'ß'.repeat(300),
];
const pipes = [
  'upper',
  'lower',
  'trim',
  'truncate:5',
  'truncate:0',
  'truncate:65536',
  'default:"x"',
  "default:'y'",
  'map:"critical=P1,a=b"',
  'map:"=,="',
  'default:""',
  'join:", "',
  'join:"\\n- "',
];
const scraps = [
  '{{',
  '}}',
  '{',
  '}',
  '|',
  '.',
  '..',
  '[',
  ']',
  '["',
  '[0]',
  '[*]',
  '$.',
  '$headers.',
  'payload.',
  ':',
  '"',
  "'",
  '\\',
  ' ',
  '\n',
  'truncate:',
  'truncate:99999999999999999999',
  'map:"x"',
  'nosuch',
  '{{{{',
  '|||',
  '[[[[',
];

function guessValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 4 ? 4 : 8);
  if (kind === 0) return random.pick([null, true, false, 0, -1, 1e308, 0.1]);
  if (kind <= 3) return random.pick(texts);
  if (kind === 4)
    return Array.from({ length: random.below(5) }, () => guessValue(random, depth + 1));
  return guessPayload(random, depth + 1);
}

export const guessPayload = (random: Random, depth = 0): Record<string, unknown> => {
  const pairs = Array.from({ length: random.below(6) }, (): [string, unknown] => [
    random.pick(names),
    guessValue(random, depth + 1),
  ]);
  // The payload is as JSON.parse returns it, including own members named __proto__.
  return JSON.parse(
    `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`,
  );
};

const guessPath = (random: Random): string =>
  random.pick(['', '', '$.', 'payload.', '$headers.']) +
  Array.from({ length: 1 + random.below(5) }, () => random.pick(names)).join(
    random.pick(['.', '.', '[*].', '["', '[']),
  );

/** Most paths with `[*]` are joined, as they must be. */
function guessExpression(random: Random): string {
  const path = guessPath(random);
  const join = path.includes('[*]') && random.below(4) > 0 ? ['join:"\\n- "'] : [];
  const others = Array.from({ length: random.below(4) }, () => random.pick(pipes));
  return `{{ ${[path, ...join, ...others].join(' | ')} }}`;
}

export function guessTemplate(random: Random): string {
  const parts = Array.from({ length: 1 + random.below(4) }, () =>
    random.pick([
      guessExpression,
      guessExpression,
      () => random.pick(texts).slice(0, 100),
      () => random.pick(scraps),
    ])(random),
  );
  const text = parts.join('');
  if (random.below(3) > 0) return text.slice(0, 4096);
  const at = random.below(text.length + 1);
  return (text.slice(0, at) + random.pick(scraps) + text.slice(at + random.below(3))).slice(
    0,
    4096,
  );
}

export const guessFilter = (random: Random): Filter => ({
  field: random.below(4) > 0 ? guessPath(random) : guessTemplate(random).slice(0, 255) || 'a',
  operator: random.pick(operators),
  value:
    random.below(3) > 0 ? guessValue(random, 3) : [guessValue(random, 4), guessValue(random, 4)],
});

/** Makes half a megabyte of the most expensive input. */
export const heavyPayloads = (): unknown[] => {
  const most = 500_000;
  const nest = (open: string, close: string, times: number) =>
    JSON.parse(open.repeat(times) + (open === '[' ? '' : '1') + close.repeat(times));
  return [
    Object.fromEntries(Array.from({ length: most / 10 }, (_, n) => [`k${n}`, n])),
    { a: Array.from({ length: most / 4 }, (_, n) => n % 10) },
    { a: Array.from({ length: most / 12 }, (_, n) => `${n}`) },
    { a: '9'.repeat(most) },
    { a: `${'9'.repeat(most)}x` },
    { a: ' '.repeat(most) },
    { a: '\u0130'.repeat(most / 2) },
    { a: '💥'.repeat(most / 4) },
    { a: '\0'.repeat(most / 6) },
    { a: nest('[', ']', 5000) },
    { a: nest('{"a":', '}', 4000).a },
    { a: '{{ a }}'.repeat(most / 7) },
    { a: Array.from({ length: 200 }, () => ({ a: { a: '💥'.repeat(most / 800) } })) },
    { a: Array.from({ length: 100 }, () => Array.from({ length: most / 200 }, () => 1)) },
  ];
};

export const heavyTemplates = [
  '{{ $ }}',
  '{{ a }}',
  Array.from({ length: 20 }, () => '{{ a | upper | lower | trim | lower | truncate:60000 }}').join(
    '',
  ),
  Array.from({ length: 20 }, () => '{{ $ | truncate:1 }}').join(''),
  Array.from({ length: 20 }, (_, n) => `{{ nosuch${n} }}`).join(''),
  Array.from({ length: 20 }, (_, n) => `{{ a[${n}].a.a.a }}`).join(''),
  `{{ a | map:"${'x=y,'.repeat(900)}z=z" }}`,
  `{{ a${'.a'.repeat(2000)} }}`,
  Array.from({ length: 20 }, () => '{{ a[*] | join:"\\n- " | upper | lower | trim | lower }}').join(
    '',
  ),
  Array.from({ length: 20 }, () => '{{ a[*].a.a | join:", " }}').join(''),
  `{{ a[*] | join:"${'x'.repeat(4000)}" }}`,
];
