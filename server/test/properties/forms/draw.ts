// Draws forms whose questions depend on each other in chains and in conditions of up to four levels, and answers to them.
import { type Question, questionFields } from '../../../src/forms/index.ts';
import type { Random } from '../../support/random.ts';
import { drawCondition } from '../conditions/draw.ts';
import { drawAnswer, types } from './draw.values.ts';

export type Given = Record<string, unknown>;

export interface FormCase {
  form: Question[];
  given: Given;
}

/** Names that objects, conditions or records have as well. */
const oddKeys = [
  'constructor',
  'ci',
  'requester',
  'note',
  'custom',
  'after',
  'field',
  'all',
  'length',
  'null',
];
const unknownKeys = [
  '__proto__',
  'constructor',
  'toString',
  'q',
  'q_99',
  'site_1',
  'a/b',
  'a~b',
  '~1',
  '',
  '0',
  'Q_0',
  'q_0 ',
  'a\0',
  '\uD83D',
  'x'.repeat(101),
];

const choiceSets = [
  ['munich', 'zurich'],
  ['1', '2', '3'],
  ['a', 'B, b', 'ä"', "c'd"],
  ['constructor', 'toString', '__proto__', '😀'],
  ['only one'],
  Array.from({ length: 100 }, (_, at) => `choice ${at}`),
];

const labels = ['Site', 'Which “one”?', 'Größe', '<b>', '😀'];

function drawShowIf(random: Random, earlier: readonly Question[]): Question['show_if'] {
  const last = earlier.at(-1);
  if (!last || random.chance(0.4)) return null;
  if (random.chance(0.25)) return { all: [{ field: last.key, operator: 'exists' }] };
  const named = random.chance(0.5) ? earlier.slice(-2) : earlier;
  return drawCondition(random, questionFields(named), false) as Question['show_if'];
}

function drawQuestion(random: Random, earlier: readonly Question[]): Question {
  const type = random.pick(types);
  const odd = random.pick(oddKeys);
  const isOdd = random.chance(0.1) && earlier.every(({ key }) => key !== odd);
  const question: Question = {
    key: isOdd ? odd : `${random.pick(['q', 'site', 'a_b'])}_${earlier.length}`,
    label: `${random.pick(labels)} ${earlier.length}`,
    help: random.chance(0.2) ? 'Help' : null,
    type,
    choices: type.startsWith('choice')
      ? random.pick(choiceSets).map((value) => ({ value, label: value.toUpperCase() }))
      : [],
    required: random.chance(0.4),
    default: null,
    show_if: drawShowIf(random, earlier),
  };
  return random.chance(0.3)
    ? { ...question, default: drawAnswer(random, question) ?? null }
    : question;
}

const drawCount = ({ chance, below }: Random): number => {
  if (chance(0.01)) return 30 + below(71);
  return chance(0.01) ? 0 : 1 + below(chance(0.2) ? 16 : 6);
};

export function drawForm(random: Random, count = drawCount(random)): Question[] {
  const form: Question[] = [];
  while (form.length < count) form.push(drawQuestion(random, form));
  return form;
}

export function drawGiven(random: Random, form: readonly Question[]): Given {
  const entries = form.flatMap((question): [string, unknown][] => {
    if (random.chance(0.15)) return [];
    return [[question.key, random.chance(0.08) ? null : drawAnswer(random, question)]];
  });
  const unknown = random.chance(0.1) ? [[random.pick(unknownKeys), random.below(3)]] : [];
  // Entries become own members, even __proto__.
  return Object.fromEntries(random.shuffle([...unknown, ...entries]));
}

const MAX_BYTES = 100_000;
const MAX_LONG_TEXT = 10_000;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The answers have as many bytes together as a form takes, one less or one more. */
function drawFullCase(random: Random): FormCase {
  const character = random.pick(['x', 'ä', '€', '😀']);
  const length = Math.floor(MAX_LONG_TEXT * (0.5 + random.next() / 2));
  const given: Given = {};
  const wanted = MAX_BYTES - 1 + random.below(3);
  for (let at = 0; wanted - bytesOf(given) > MAX_LONG_TEXT * 4; at += 1)
    given[`q_${at}`] = character.repeat(length);
  for (let at = 0; bytesOf(given) < wanted; at += 1) {
    const missing = wanted - bytesOf({ ...given, [`last_${at}`]: '' });
    given[`last_${at}`] = 'x'.repeat(Math.min(missing, MAX_LONG_TEXT));
    // No question of another name would fit any more.
    if (wanted - bytesOf(given) < 20) given['q_0'] += 'x'.repeat(wanted - bytesOf(given));
  }
  const form = Object.keys(given).map((key): Question => ({
    key,
    label: key,
    help: null,
    type: 'long_text',
    choices: [],
    required: false,
    default: null,
    show_if: null,
  }));
  return { form, given };
}

export function drawCase(random: Random): FormCase {
  if (random.chance(0.002)) return drawFullCase(random);
  const form = drawForm(random);
  return { form, given: drawGiven(random, form) };
}
