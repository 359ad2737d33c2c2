// Draws definitions, and values of every type that are valid or wrong, with what is stored of each.
import type { FieldType } from '../../../src/platform/runtime/custom-fields.ts';
import type { Random } from '../../support/random.ts';

export interface DrawnField {
  key: string;
  type: FieldType;
  choices: string[];
}

export interface DrawnValue {
  sent: unknown;
  /** Equal values of another form are stored alike. */
  stored: unknown;
}

/** Texts that a careless encoder, a quoted identifier or a path would change. */
const pieces = [
  'Munich',
  'Zürich',
  '東京',
  '👩🏽‍💻',
  'e\u0301',
  '"',
  "'; drop table fields; --",
  '\\',
  '\\u0041',
  '{"a":1}',
  '%s',
  '$1',
  '<b>&amp;</b>',
  '\u2028',
  '\t',
  ',',
  'null',
  '__proto__',
  '0',
  ' ',
  '\uFEFF',
  '\u00A0',
];

/** Lengths count code points, as JSON Schema does. */
const lengthOf = (text: string): number => Array.from(text).length;

const textOf = (random: Random, most: number): string => {
  let text = random.pick(['a', 'Ä', '9', '👍']);
  const length = random.chance(0.05) ? most : 1 + random.below(Math.min(most, 40));
  for (;;) {
    const piece = random.pick(pieces);
    if (lengthOf(text) + lengthOf(piece) > length) break;
    text += piece;
  }
  return random.chance(0.05) ? text.padEnd(most - lengthOf(text) + text.length, 'x') : text;
};

const same = (value: unknown): DrawnValue => ({ sent: value, stored: value });
const two = (n: number): string => String(n).padStart(2, '0');

const dateOf = ({ below }: Random): string =>
  `${1900 + below(300)}-${two(1 + below(12))}-${two(1 + below(28))}`;

/** The time is the same in another zone, and with more digits than are stored. */
function drawTime(random: Random): DrawnValue {
  const time = random.below(4e9) * 1000 + random.below(1000);
  const stored = new Date(time).toISOString();
  const hours = random.below(12);
  const local = new Date(time + hours * 3_600_000).toISOString().slice(0, -1);
  const sent = random.pick([stored, `${local}+${two(hours)}:00`, stored.replace('Z', '456Z')]);
  return { sent, stored };
}

type Draw = (random: Random, field: DrawnField) => DrawnValue;

const valid: Record<FieldType, Draw> = {
  text: (random) => same(textOf(random, 255)),
  long_text: (random) => same(textOf(random, random.chance(0.1) ? 3000 : 255)),
  integer: ({ pick, below }) =>
    pick([
      same(below(1000)),
      same(-below(2 ** 40)),
      same(Number.MAX_SAFE_INTEGER - below(5)),
      same(Number.MIN_SAFE_INTEGER + below(5)),
      { sent: -0, stored: 0 },
    ]),
  decimal: ({ pick, below }) =>
    pick([
      same(below(1e9) / 1e6),
      same(-below(1e6) / 1000),
      same(1e9),
      same(-1e9),
      same(1e-6),
      { sent: -0, stored: 0 },
    ]),
  boolean: ({ chance }) => same(chance(0.5)),
  date: (random) => same(dateOf(random)),
  datetime: drawTime,
  choice: ({ pick }, { choices }) => same(pick(choices)),
  choices: ({ shuffle, below }, { choices }) =>
    same(shuffle(choices).slice(0, 1 + below(choices.length))),
  person: ({ below, pick }) =>
    same(pick([`Ada.${below(1e6)}@Example.com`, `ö'${below(99)}+x@münchen.example`])),
  ci: ({ below }) => same(`CI${below(1e9)}`),
  url: ({ below, pick }) =>
    same(pick([`https://example.com/a?b=${below(1e6)}#c`, `HTTP://EXAMPLE.com:8080/ä/%20`])),
};

const others: Record<FieldType, readonly unknown[]> = {
  text: [7, true, '', ' \n', 'x'.repeat(256), ['a'], {}],
  long_text: [7, false, '\t', 'x'.repeat(10_001), []],
  integer: ['1', 1.5, 2 ** 53, -(2 ** 53), true, [1]],
  decimal: ['1.5', 1e9 + 1, -1e9 - 1, 0.1234567, true],
  boolean: ['true', 1, 0, 'no', []],
  date: ['2026-02-30', '2026-2-3', '15.11.2026', '2026-11-15T10:00:00Z', 20_261_115, ''],
  datetime: ['soon', '2026-11-15T10:00:00', '2026-13-01T00:00:00Z', 1.7e12, '2026-02-30T00:00:00Z'],
  choice: ['', 'of no field', 1, true],
  choices: ['a', [], ['of no field'], {}, [1]],
  person: ['ada', 'ada@', '@example.com', 'a b@example.com', 7],
  ci: ['server', 'ci42', 'CI', 'INC0000001', 42],
  url: ['javascript:alert(1)', 'example.com', 'https://a:b@example.com', 'ftp://example.com/', 7],
};

export const drawValid = (random: Random, field: DrawnField): DrawnValue =>
  valid[field.type](random, field);

export function drawWrong(random: Random, field: DrawnField): unknown {
  const isTwice = field.type === 'choices' && random.chance(0.3);
  return isTwice ? [field.choices[0], field.choices[0]] : random.pick(others[field.type]);
}

const fieldTypes = Object.keys(valid) as FieldType[];

export function drawFields(random: Random, count: number): DrawnField[] {
  return Array.from({ length: count }, (_, n): DrawnField => {
    const type = n < fieldTypes.length ? fieldTypes[n]! : random.pick(fieldTypes);
    const choices = ['a', 'B, b', 'ä"', "c'd"].slice(0, 1 + random.below(4));
    return {
      key: `${random.pick(['k', 'site', 'a_b'])}_${n}`,
      type,
      choices: type.startsWith('choice') ? choices : [],
    };
  });
}
