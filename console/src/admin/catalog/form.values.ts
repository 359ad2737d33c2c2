// A form is read from what the service has, and written as it is sent.
import type { Form, Question } from '../../api/index.ts';
import {
  type Condition,
  type ConditionField,
  fieldsByName,
  printCondition,
  readCondition,
} from '../../conditions/index.ts';
import { keyedForm } from './question.keys.ts';
import { kindOf, operatorsOf } from './question.types.ts';
import { type ChoiceValue, type FormValue, nextId, type QuestionValue } from './question.values.ts';

export const hasChoices = ({ type }: Pick<QuestionValue, 'type'>): boolean =>
  type === 'choice' || type === 'choices';

const withValue = ({ value }: ChoiceValue): boolean => value !== '';

/** Questions are the fields of the conditions of later ones. */
export const fieldOf = (question: QuestionValue): ConditionField => ({
  name: question.key,
  label: `“${question.label.trim()}”`,
  kind: kindOf(question.type),
  optional: true,
  ...(hasChoices(question) && {
    choices: question.choices.filter(withValue).map(({ value, label }) => ({ value, label })),
  }),
  operators: operatorsOf(question.type),
});

const isKeyed = ({ key }: QuestionValue): boolean => key !== '';

export const fieldsOfForm = (form: FormValue): ConditionField[] =>
  form.filter(isKeyed).map(fieldOf);

/** A condition may name the questions before its own. */
export const fieldsBefore = (form: FormValue, id: string): ConditionField[] =>
  fieldsOfForm(
    form.slice(
      0,
      form.findIndex((question) => question.id === id),
    ),
  );

export function readForm(form: Form): FormValue {
  const read = form.map((question): QuestionValue => ({
    ...question,
    id: nextId(),
    help: question.help ?? '',
    choices: question.choices.map((choice) => ({ ...choice, id: nextId() })),
    default: { type: question.type, value: question.default ?? null },
    show_if: null,
  }));
  const fields = fieldsByName(fieldsOfForm(read));
  return read.map((question, at) => {
    const condition = form[at]?.show_if;
    return condition ? { ...question, show_if: readCondition(condition, fields) } : question;
  });
}

/** A row without a label that nothing was written into is not a question yet. */
export const isBlank = ({ key, label, help, show_if }: QuestionValue): boolean =>
  key === '' && label.trim() === '' && help.trim() === '' && show_if === null;

/** Returns the questions that are saved; places of faults count these. */
export const savedQuestions = (form: FormValue): FormValue =>
  form.filter((question) => !isBlank(question));

const writeChoices = (question: QuestionValue): Question['choices'] =>
  hasChoices(question)
    ? question.choices.filter(withValue).map(({ value, label }) => ({ value, label: label.trim() }))
    : [];

/** A field that was emptied has no value. */
const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : typeof value === 'string' && value.trim() === '';

const writeQuestion = (question: QuestionValue, show_if: Condition | null): Question => {
  const { key, label, help, type, required, default: initial } = question;
  return {
    key,
    label: label.trim(),
    help: help.trim() || null,
    type,
    choices: writeChoices(question),
    required,
    default: initial.type === type && !isEmpty(initial.value) ? initial.value : null,
    show_if,
  };
};

interface Printed {
  question: QuestionValue;
  /** Undefined while a row has no value. */
  condition: Condition | null | undefined;
}

function printQuestions(form: FormValue): Printed[] {
  const keyed = keyedForm(savedQuestions(form));
  const fields = fieldsByName(fieldsOfForm(keyed));
  return keyed.map((question) => ({
    question,
    condition: question.show_if && printCondition(question.show_if, fields),
  }));
}

/** Returns the ids of the questions whose conditions lack a value. */
export const incompleteIn = (form: FormValue): ReadonlySet<string> =>
  new Set(
    printQuestions(form).flatMap(({ question, condition }) =>
      condition === undefined ? [question.id] : [],
    ),
  );

/** Returns undefined while a condition is not complete, so that none is saved without its rows. */
export function writeForm(form: FormValue): Question[] | undefined {
  const written = printQuestions(form).flatMap(({ question, condition }) =>
    condition === undefined ? [] : [writeQuestion(question, condition)],
  );
  return written.length === savedQuestions(form).length ? written : undefined;
}

/** The preview shows a question always while its condition is not complete. */
export const previewedForm = (form: FormValue): Form =>
  printQuestions(form).map(({ question, condition }) => writeQuestion(question, condition ?? null));
