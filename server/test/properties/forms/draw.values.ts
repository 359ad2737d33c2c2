// Draws answers of every type: those that conditions compare with, those at a limit, and those that a careless encoder,
// comparison or parser would change. Whether they are valid is decided by the naive interpreter.
import { questionFields, type Question, type QuestionType } from '../../../src/forms/index.ts';
import type { Random } from '../../support/random.ts';
import { drawComparable } from '../conditions/draw.ts';
import { drawPerson, drawUrl } from './draw.addresses.ts';
import { codesOf } from './naive.ts';
import { isStorable, throughJson } from './storable.ts';

/** Numbers in forms that JSON.stringify would not write. */
const { rawJSON: number } = JSON as unknown as { rawJSON: (text: string) => unknown };

const characters = ['x', 'ä', '€', '😀', '\uD83D', '\uDC00'];

/** Limits count code points: a pair of units is one, and so is half of a pair. */
const drawLimited =
  (most: number) =>
  ({ pick, below }: Random): unknown =>
    pick([
      () => pick(characters).repeat(most - 1 + below(3)),
      () => `${'😀'.repeat(most - 1)}${pick(['', 'x', 'xy', '\uDC00', '😀'])}`,
      () => 'x'.repeat(2 * most + below(2)),
    ])();

const oddTexts = [
  '',
  ' ',
  '\t\n',
  '\uFEFF',
  '\u0085',
  '\u200B',
  '\u2028',
  '\0',
  'a\0b',
  '\uD83D',
  'a\uDC00b',
  '\uDE00\uD83D',
  '👩🏽‍💻',
  'e\u0301',
  'null',
  '__proto__',
  '{"a":1}',
  '\\u0041',
  '1e400',
];

const text =
  (most: number) =>
  (random: Random): unknown =>
    random.chance(0.15) ? drawLimited(most)(random) : random.pick(oddTexts);

const two = (n: number): string => String(n).padStart(2, '0');

const oddDates = [
  '2026-02-29',
  '2028-02-29',
  '2026-02-30',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-1-5',
  '0999-12-31',
  '1000-01-01',
  '9999-12-30',
  '9999-12-31',
  '+012026-01-01',
  ' 2026-11-15',
  '2026-11-15\n',
  '２０２６-11-15',
  '2026-11-15T00:00:00Z',
  '15.11.2026',
];

const drawDate = ({ pick, below, chance }: Random): string =>
  chance(0.5) ? pick(oddDates) : `${1990 + below(60)}-${two(1 + below(12))}-${two(1 + below(31))}`;

const clocks = ['T00:00', 'T09:30:00', 'T23:59:59.999', 'T23:59:60', 'T24:00:00', 'T12:00:00.5'];
const zones = ['Z', 'z', '', '+00:00', '-00:00', '+01:00', '-11:30', '+23:59', '+24:00', '+0100'];
const oddTimes = [
  '2026-11-15T09:30:00.1234567891Z',
  '2026-11-15T09:30:00.123456789Z',
  '2026-11-15 09:30:00Z',
  '2026-11-15T09Z',
  '1000-01-01T00:30:00+01:00',
  '9999-12-30T23:30:00-01:00',
  'now',
];

const drawTime = (random: Random): string =>
  random.chance(0.3)
    ? random.pick(oddTimes)
    : `${drawDate(random)}${random.pick(clocks)}${random.pick(zones)}`;

const wholeNumbers = [
  '0',
  '-0',
  '-0.0',
  '1.0',
  '1e2',
  '2.50',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740991',
  '-9007199254740993',
  '1e21',
  '1e400',
  '-1e400',
  '1e-400',
];
const decimals = [
  ...wholeNumbers,
  '0.123456',
  '0.1234567',
  '1.1000000',
  '1e-6',
  '1e-7',
  '5e-324',
  '0.30000000000000004',
  '999999999.999999',
  '999999999.9999999',
  '1000000000',
  '1000000000.000001',
  '-1000000000',
  '-1000000001',
];

const valuesOf = ({ choices }: Question): string[] => choices.map(({ value }) => value);

const drawChoice = ({ pick }: Random, question: Question): unknown =>
  pick([...valuesOf(question), ...valuesOf(question), 'no choice', '', 'MUNICH', 'constructor', 1]);

function drawChoices(random: Random, question: Question): unknown {
  const all = random.shuffle(valuesOf(question));
  const [first] = all;
  const several = all.slice(0, random.below(all.length + 1));
  return random.pick([
    several,
    several,
    all,
    [],
    [first, first],
    [...several, 'no choice'],
    [...several, null],
    [1],
    [[first]],
    Array.from({ length: 101 }, () => first),
    first,
    { 0: first, length: 1 },
  ]);
}

type Draw = (random: Random, question: Question) => unknown;

const edges: Readonly<Record<QuestionType, Draw>> = {
  text: text(255),
  long_text: text(10_000),
  integer: ({ pick }) => number(pick(wholeNumbers)),
  decimal: ({ pick }) => number(pick(decimals)),
  boolean: ({ pick }) => pick([true, false, 'true', 0, 1]),
  date: drawDate,
  datetime: drawTime,
  choice: drawChoice,
  choices: drawChoices,
  person: drawPerson,
  ci: ({ pick }) =>
    pick([
      'CI1',
      'CI0',
      'CI1042',
      `CI${'9'.repeat(18)}`,
      `CI${'9'.repeat(19)}`,
      'CI1\n',
      'ci1',
      'CI１',
      'CI',
      'CI-1',
    ]),
  url: drawUrl,
};
export const types = Object.keys(edges) as QuestionType[];

const misfits: unknown[] = [7, true, '', [], {}, ['a'], { toString: 1 }, [[]], '0', [null]];

/** Few values of other texts are addresses. */
const comparedShare = (type: QuestionType): number => (/^(person|ci|url)$/.test(type) ? 0.1 : 0.5);

export function drawAnswer(random: Random, question: Question): unknown {
  const kind = random.next();
  if (kind < comparedShare(question.type)) {
    const field = questionFields([question]).get(question.key)!;
    return drawComparable(random, field);
  }
  if (kind < 0.9) return edges[question.type](random, question);
  return random.chance(0.5) ? random.pick(misfits) : edges[random.pick(types)](random, question);
}

/** Draws what the question takes, or null. */
export function drawDefault(random: Random, question: Question): unknown {
  if (question.type.startsWith('choice') && question.choices.length === 0) return null;
  for (let at = 0; at < 20; at += 1) {
    // Twice, because JSON.parse reads -0 and JSON.stringify writes 0.
    const value: unknown = throughJson(throughJson(drawAnswer(random, question) ?? null));
    if (value === null || (isStorable(value) && codesOf(question, value).length === 0))
      return value;
  }
  return null;
}
