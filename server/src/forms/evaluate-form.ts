// Decides which questions are asked, which answers are valid, and what is stored. The service and the console call this
// one function, so a form never shows what the service would refuse, or hides what it would ask for.
import {
  compileCondition,
  type ConditionFields,
  type ConditionTest,
  type FieldKind,
} from '../conditions/evaluation/index.ts';
import { nearest } from '../platform/text.ts';
import { type AnswerRefusal, answerRefusal, bytesOf, storedAnswer } from './answer-rules.ts';
import type { Answers, Form, Question, QuestionType } from './form.ts';

/** All answers of a form fit into a page of a list many times. */
const MAX_BYTES = 100_000;

export interface AnswerFault {
  /** The pointer begins at the answers: `/site`. */
  pointer: string;
  code: AnswerRefusal['code'] | 'required' | 'unknown_field';
  message: string;
  allowed?: readonly string[];
  nearest?: string | undefined;
}

interface FormEvaluation {
  /** The keys of the questions that are asked, in their order. */
  visible: readonly string[];
  /** The valid answers to visible questions are stored. */
  answers: Answers;
  faults: readonly AnswerFault[];
}

/** The kinds of answers, and of the values of the instance's own fields, which have the same types. */
export const answerKinds: Readonly<Record<QuestionType, FieldKind>> = {
  text: 'text',
  long_text: 'text',
  integer: 'number',
  decimal: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'time',
  choice: 'choice',
  choices: 'list',
  person: 'text',
  ci: 'text',
  url: 'text',
};

/** Conditions compare answers by the keys of their questions, any of which may have none. */
export const questionFields = (form: Form): ConditionFields =>
  new Map(
    form.map(({ key, label, type, choices }) => [
      key,
      {
        label: `“${label}”`,
        kind: answerKinds[type],
        ...(choices.length > 0 && { choices }),
        isNullable: true,
        hasBefore: false,
      },
    ]),
  );

const tests = new WeakMap<Form, ReadonlyMap<string, ConditionTest>>();

/** Conditions are compiled once for each form. */
function testsOf(form: Form): ReadonlyMap<string, ConditionTest> {
  const known = tests.get(form);
  if (known) return known;
  const fields = questionFields(form);
  const compiled = new Map(
    form.flatMap(({ key, show_if }) =>
      show_if === null ? [] : [[key, compileCondition(show_if, fields)] as const],
    ),
  );
  tests.set(form, compiled);
  return compiled;
}

/** A question that was left out has its default; null is no answer. */
const givenAnswer = (question: Question, given: Answers): unknown =>
  Object.hasOwn(given, question.key) ? given[question.key] : question.default;

const escape = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

function unknownFaults(form: Form, given: Answers): AnswerFault[] {
  const keys = form.map(({ key }) => key);
  const known = new Set(keys);
  return Object.keys(given)
    .filter((key) => !known.has(key))
    .map((key) => ({
      pointer: `/${escape(key)}`,
      code: 'unknown_field',
      message: `The form has no question ${key}.`,
      allowed: keys,
      nearest: nearest(key, keys),
    }));
}

/** Answers to hidden and to invalid questions count as none in the conditions of later ones. */
export function evaluateForm(form: Form, given: Answers): FormEvaluation {
  const conditions = testsOf(form);
  const visible: string[] = [];
  const answers: Record<string, unknown> = {};
  const faults = unknownFaults(form, given);
  for (const question of form) {
    const { key, label, required } = question;
    const isShown = conditions.get(key)?.({ after: answers }) ?? true;
    if (!isShown) continue;
    visible.push(key);
    const value = givenAnswer(question, given) ?? null;
    if (value === null) {
      if (required)
        faults.push({
          pointer: `/${key}`,
          code: 'required',
          message: `“${label}” needs an answer.`,
        });
      continue;
    }
    const refusal = answerRefusal(question, value);
    if (refusal) {
      const { reason, ...rest } = refusal;
      faults.push({ pointer: `/${key}`, ...rest, message: `“${label}” ${reason}.` });
    } else answers[key] = storedAnswer(question, value);
  }
  if (bytesOf(JSON.stringify(answers)) > MAX_BYTES)
    faults.push({
      pointer: '',
      code: 'too_large',
      message: `The answers of a form may have ${MAX_BYTES} bytes together; these have more.`,
    });
  return { visible, answers, faults };
}
