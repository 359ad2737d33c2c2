// Faults that an evaluation of forms could have, planted into its form, its answers or its result.
import { type Answers, evaluateForm, type Form, type Question } from '../../../src/forms/index.ts';
import type { Evaluate, FormEvaluation } from './compare.ts';

type Group = 'all' | 'any' | 'none';

const onForm =
  (change: (question: Question) => Question): Evaluate =>
  (form, given) =>
    evaluateForm(form.map(change), given);

const onGiven =
  (change: (given: Answers, form: Form) => Answers): Evaluate =>
  (form, given) =>
    evaluateForm(form, change(given, form));

const onResult =
  (change: (result: FormEvaluation, form: Form, given: Answers) => FormEvaluation): Evaluate =>
  (form, given) =>
    change(evaluateForm(form, given), form, given);

const mapAnswers = (values: Answers, change: (value: unknown, key: string) => unknown): Answers =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));

/** Stored answers are replaced by those that were sent, where `isChosen` says so. */
const keepSent = (isChosen: (value: unknown, question: Question) => boolean): Evaluate =>
  onResult((result, form, given) => {
    const questions = new Map(form.map((question) => [question.key, question]));
    const readSent = (value: unknown, key: string): unknown => {
      const question = questions.get(key)!;
      const original = Object.hasOwn(given, key) ? given[key] : question.default;
      return isChosen(original, question) ? original : value;
    };
    return { ...result, answers: mapAnswers(result.answers, readSent) };
  });

const replaceGroup = (from: Group, to: Group): Evaluate =>
  onForm((question) => ({
    ...question,
    show_if: JSON.parse(
      JSON.stringify(question.show_if).replaceAll(`{"${from}":[`, `{"${to}":[`),
    ) as Question['show_if'],
  }));

const withFault = (
  result: FormEvaluation,
  key: string,
  code: FormEvaluation['faults'][number]['code'],
): FormEvaluation => ({
  ...result,
  answers: Object.fromEntries(Object.entries(result.answers).filter(([name]) => name !== key)),
  faults: [...result.faults, { pointer: `/${key}`, code, message: '' }],
});

/** Decides about each question with all earlier ones shown, so that hidden ones have answers. */
const readHiddenAnswers: Evaluate = (form, given) => {
  const shown = form.filter((question, at) => {
    const earlier = form.slice(0, at).map((one) => ({ ...one, show_if: null, required: false }));
    const { visible } = evaluateForm([...earlier, question], given);
    return visible.includes(question.key);
  });
  const hidden = new Set(form.filter((one) => !shown.includes(one)).map(({ key }) => key));
  const others = Object.entries(given).filter(([key]) => !hidden.has(key));
  return evaluateForm(
    shown.map((question) => ({ ...question, show_if: null })),
    Object.fromEntries(others),
  );
};

const unitsOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

export const plantedFaults: readonly [fault: string, evaluate: Evaluate][] = [
  ['show_if is ignored', onForm((question) => ({ ...question, show_if: null }))],
  ['none is evaluated as all', replaceGroup('none', 'all')],
  ['any is evaluated as all', replaceGroup('any', 'all')],
  ['all is evaluated as any', replaceGroup('all', 'any')],
  ['answers to hidden questions count in later conditions', readHiddenAnswers],
  [
    'a hidden question is required',
    onResult((result, form, given) => {
      const hidden = form.find(
        ({ key, required }) => required && !result.visible.includes(key) && !(key in given),
      );
      return hidden ? withFault(result, hidden.key, 'required') : result;
    }),
  ],
  [
    'answers to hidden questions are stored',
    onResult((result, form, given) => {
      const hidden = form.find(({ key }) => !result.visible.includes(key) && given[key] === true);
      return hidden ? { ...result, answers: { ...result.answers, [hidden.key]: true } } : result;
    }),
  ],
  ['defaults are ignored', onForm((question) => ({ ...question, default: null }))],
  [
    'null has the default',
    onGiven((given) =>
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
    ),
  ],
  [
    'answers are read from the prototype',
    onGiven((given, form) => ({
      ...Object.fromEntries(
        form
          .filter(({ key }) => key in {})
          .map(({ key }) => [key, ({} as Record<string, unknown>)[key]]),
      ),
      ...given,
    })),
  ],
  [
    'unknown keys are ignored',
    onResult((result) => ({
      ...result,
      faults: result.faults.filter(({ code }) => code !== 'unknown_field'),
    })),
  ],
  ['no question is required', onForm((question) => ({ ...question, required: false }))],
  [
    'lengths count UTF-16 units',
    onResult((result, form) => {
      const long = form.find(
        ({ key, type }) => type === 'text' && unitsOf(result.answers[key]) > 255,
      );
      return long ? withFault(result, long.key, 'too_long') : result;
    }),
  ],
  [
    'a list may have a choice twice',
    onResult((result) => ({
      ...result,
      faults: result.faults.filter(({ message }) => !message.endsWith('each choice once.')),
    })),
  ],
  [
    'an empty list is no answer',
    onGiven((given) =>
      mapAnswers(given, (value) => (Array.isArray(value) && value.length === 0 ? null : value)),
    ),
  ],
  [
    'a decimal is rounded',
    onGiven((given) =>
      mapAnswers(given, (value) => (typeof value === 'number' ? Number(value.toFixed(6)) : value)),
    ),
  ],
  [
    '30 February is 2 March',
    onGiven((given) =>
      mapAnswers(given, (value) => (value === '2026-02-30' ? '2026-03-02' : value)),
    ),
  ],
  ['times are stored as they were sent', keepSent((_, { type }) => type === 'datetime')],
  ['zero keeps its sign', keepSent((value) => Object.is(value, -0))],
  [
    'halves of characters are stored',
    keepSent((value) => typeof value === 'string' && !value.isWellFormed()),
  ],
  ['NUL is stored', keepSent((value) => typeof value === 'string' && value.includes('\0'))],
  [
    'the limit of all answers counts characters',
    onResult((result) => {
      const isSmall = JSON.stringify(result.answers).length <= 100_000;
      return isSmall
        ? { ...result, faults: result.faults.filter(({ pointer }) => pointer !== '') }
        : result;
    }),
  ],
];
