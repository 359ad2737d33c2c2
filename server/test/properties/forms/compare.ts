// Compares what the function of the service says of random forms with the naive interpreter.
import { isDeepStrictEqual } from 'node:util';
import { conditionFaults } from '../../../src/conditions/index.ts';
import {
  type Answers,
  type evaluateForm,
  type Form,
  type Question,
  questionFields,
} from '../../../src/forms/index.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { drawCase } from './draw.ts';
import { answerNaively, type NaiveEvaluation } from './naive.ts';

export type Evaluate = typeof evaluateForm;
export type FormEvaluation = ReturnType<Evaluate>;

/** A form and its answers are passed as JSON, as callers and the database do. */
export interface FormText {
  text: string;
  seed: number;
}

interface Parsed {
  form: Question[];
  given: Answers;
}

const parseCase = ({ text }: FormText): Parsed => JSON.parse(text) as Parsed;

/** Each case has a seed of its own, so that it can be repeated alone. */
export function drawText(seed: number): FormText {
  const random: Random = randomFrom(seed);
  return { text: JSON.stringify(drawCase(random)), seed };
}

/** JSON has no sign of zero. */
const show = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) => (Object.is(one, -0) ? '-0' : one));

const fitsFaults = ({ faults }: FormEvaluation, expected: NaiveEvaluation): boolean =>
  faults.length === expected.faults.length &&
  faults.every(({ pointer, code }, at) => {
    const one = expected.faults[at];
    return one?.pointer === pointer && one.codes.includes(code);
  });

const agrees = (actual: FormEvaluation, expected: NaiveEvaluation): boolean =>
  isDeepStrictEqual(actual.visible, expected.visible) &&
  isDeepStrictEqual(actual.answers, expected.answers) &&
  fitsFaults(actual, expected);

/** The service publishes no form with a condition that is not valid or names later questions. */
const definitionFaults = (form: Form): unknown[] =>
  form.flatMap(({ show_if }, at) =>
    show_if === null
      ? []
      : conditionFaults(show_if, { fields: questionFields(form.slice(0, at)), hasBefore: false }),
  );

export const newTally = () => ({ questions: 0, hidden: 0, stored: 0, refused: 0 });
export type Tally = ReturnType<typeof newTally>;

/** The page shows the form first without answers. */
const answersOf = (given: Answers): Answers[] => [{}, given];

/** Returns what the function says in JSON, and the differences. */
export function checkCase(
  one: FormText,
  evaluate: Evaluate,
  tally: Tally,
): { shown: string[]; faults: string[] } {
  const { form, given } = parseCase(one);
  const other = parseCase(one);
  const faults = definitionFaults(form).map((fault) => `a condition is refused: ${show(fault)}`);
  const shown = answersOf(given).map((answers, at) => {
    const actual = evaluate(form, answers);
    const expected = answerNaively(other.form, at === 0 ? {} : other.given);
    if (!agrees(actual, expected))
      faults.push(`${show(actual)}\nthe naive interpreter says ${show(expected)}`);
    tally.questions += form.length;
    tally.hidden += form.length - expected.visible.length;
    tally.stored += Object.keys(expected.answers).length;
    tally.refused += expected.faults.length;
    return show(actual);
  });
  return { shown, faults: faults.map((fault) => `case ${one.seed}: ${fault}\nof ${one.text}`) };
}

/** Ends at the first difference, which a planted fault must cause. */
export function findDifference(cases: number, seed: number, evaluate: Evaluate) {
  const tally = newTally();
  for (let at = 0; at < cases; at += 1) {
    const [fault] = checkCase(drawText(seed + at), evaluate, tally).faults;
    if (fault !== undefined) return { fault, cases: at + 1 };
  }
  return undefined;
}
