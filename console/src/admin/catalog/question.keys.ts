// The key of a question is made from its label once, and so is the value of a choice: conditions and answers have them,
// so neither follows the label afterwards.
import { isRow, type NodeValue } from '../../conditions/index.ts';
import { keyOf, MAX_KEY } from '../fields/fields.form.ts';
import type { ChoiceValue, FormValue, QuestionValue } from './question.values.ts';

const MAX_VALUE = 100;

/** Returns the text, or the text with the first number that makes it differ from all others. */
export function uniqueOf(
  text: string,
  isTaken: (text: string) => boolean,
  [separator, most]: readonly [separator: string, most: number],
): string {
  let unique = text;
  for (let number = 2; isTaken(unique); number += 1) {
    const end = `${separator}${number}`;
    unique = `${text.slice(0, most - end.length)}${end}`;
  }
  return unique;
}

/** Returns the keys that the parts of a condition name. */
export const keysIn = (node: NodeValue): string[] =>
  isRow(node) ? [node.field] : node.nodes.flatMap(keysIn);

/** A key that a condition still names is not given to another question, because the condition would then mean that one. */
const takenKeys = (form: FormValue): Set<string> =>
  new Set(form.flatMap(({ key, show_if }) => [key, ...(show_if ? keysIn(show_if) : [])]));

function keyedChoices(choices: readonly ChoiceValue[]): readonly ChoiceValue[] {
  const isKeyed = ({ value, label }: ChoiceValue) => value !== '' || label.trim() === '';
  if (choices.every(isKeyed)) return choices;
  const taken = new Set(choices.map(({ value }) => value));
  return choices.map((choice) => {
    if (isKeyed(choice)) return choice;
    const text = choice.label.trim().slice(0, MAX_VALUE);
    const value = uniqueOf(text, (one) => taken.has(one), [' ', MAX_VALUE]);
    taken.add(value);
    return { ...choice, value };
  });
}

/** Gives keys to the questions, and values to the choices, that have a label and none yet. */
export function keyedForm(form: FormValue): FormValue {
  const taken = takenKeys(form);
  const withKey = (question: QuestionValue): QuestionValue => {
    const choices = keyedChoices(question.choices);
    const isNamed = question.key !== '' || question.label.trim() === '';
    if (isNamed) return choices === question.choices ? question : { ...question, choices };
    const key = uniqueOf(keyOf(question.label) || 'question', (one) => taken.has(one), [
      '_',
      MAX_KEY,
    ]);
    taken.add(key);
    return { ...question, key, choices };
  };
  const next = form.map(withKey);
  return next.every((question, at) => question === form[at]) ? form : next;
}
