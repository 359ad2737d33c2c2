// A published form can be evaluated: keys are unique, choices and defaults fit their questions, and conditions name earlier
// questions.
import { conditionFaults, valueBySteps } from '../../conditions/index.ts';
import { evaluateForm, type Form, type Question, questionFields } from '../../forms/index.ts';
import type { Fault } from '../../platform/errors.ts';
import { fault, findRepeated, isBlank, quote } from './faults.ts';

const nameOf = ({ label }: Question, at: number): string => quote(label, 'Question', at);

const labelFaults = ({ label }: Question, at: number): Fault[] =>
  isBlank(label)
    ? [fault(`/form/${at}/label`, 'blank', `Question ${at + 1} has no text. Write what you ask.`)]
    : [];

const keyFaults = (form: Form): Fault[] =>
  findRepeated(form, ({ key }) => key).map(({ at, first }) => {
    const [again, known] = [form[at], form[first]] as [Question, Question];
    return fault(
      `/form/${at}/key`,
      'not_allowed',
      `${nameOf(again, at)} has the key ${again.key}, as ${nameOf(known, first)} has. Give it another key.`,
    );
  });

const takesChoices = ({ type }: Question): boolean => type === 'choice' || type === 'choices';

function choiceFaults(question: Question, at: number): Fault[] {
  const { choices } = question;
  const name = nameOf(question, at);
  const pointer = `/form/${at}/choices`;
  if (!takesChoices(question))
    return choices.length === 0
      ? []
      : [
          fault(
            pointer,
            'too_many',
            `${name} is no question with choices. Remove its choices, or make it a choice.`,
          ),
        ];
  if (choices.length === 0)
    return [fault(pointer, 'too_few', `${name} has no choices. Add at least one.`)];
  const incomplete = choices.flatMap((choice, n) =>
    (['value', 'label'] as const)
      .filter((member) => isBlank(choice[member]))
      .map((member) =>
        fault(`${pointer}/${n}/${member}`, 'blank', `Choice ${n + 1} of ${name} has no ${member}.`),
      ),
  );
  const repeated = findRepeated(choices, ({ value }) => value).map(({ at: n, first }) =>
    fault(
      `${pointer}/${n}/value`,
      'not_allowed',
      `Choices ${first + 1} and ${n + 1} of ${name} have the same value.`,
    ),
  );
  return [...incomplete, ...repeated];
}

/** The question alone, which has no answer, takes its default. */
const defaultFaults = (question: Question, at: number): Fault[] =>
  question.default === null
    ? []
    : evaluateForm([{ ...question, required: false, show_if: null }], {}).faults.map(
        ({ code, message, allowed, nearest }) =>
          fault(`/form/${at}/default`, code, `The default does not fit. ${message}`, {
            ...(allowed && { allowed }),
            nearest,
          }),
      );

/** The condition names a question that is not before this one. */
function missingQuestion(form: Form, at: number, key: string): string {
  const found = form.findIndex((one) => one.key === key);
  const name = nameOf(form[at] as Question, at);
  if (found === at) return `${name} depends on its own answer. Choose an earlier question.`;
  const later = form[found];
  return later
    ? `${name} depends on ${nameOf(later, found)}, which comes later. Move that question up, or choose an earlier one.`
    : `${name} depends on the question ${key}, which does not exist. Choose an earlier question.`;
}

function conditionFaultsOf(form: Form, at: number): Fault[] {
  const question = form[at] as Question;
  if (question.show_if === null) return [];
  const pointer = `/form/${at}/show_if`;
  const fields = questionFields(form.slice(0, at));
  return conditionFaults(question.show_if, { fields, hasBefore: false, pointer }).map((found) => {
    const isField = found.pointer.endsWith('/field') && found.code === 'not_allowed';
    const steps = found.pointer.slice(pointer.length + 1).split('/');
    const message = isField
      ? missingQuestion(form, at, String(valueBySteps(question.show_if, steps)))
      : `When ${nameOf(question, at)} is shown: ${found.message}`;
    return { ...found, message };
  });
}

export const formFaults = (form: Form): Fault[] => [
  ...keyFaults(form),
  ...form.flatMap((question, at) => [
    ...labelFaults(question, at),
    ...choiceFaults(question, at),
    ...defaultFaults(question, at),
    ...conditionFaultsOf(form, at),
  ]),
];
