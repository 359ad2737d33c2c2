// Questions are named by the conditions of others. Removing or moving one can leave a condition without its question.
import {
  type GroupValue,
  isRow,
  type NodeValue,
  operandOf,
  operatorWords,
  type RowValue,
} from '../../conditions/index.ts';
import { fieldOf } from './form.values.ts';
import { keysIn } from './question.keys.ts';
import type { FormValue, QuestionValue } from './question.values.ts';

/** Returns the questions whose conditions name this one. */
export function dependentsOf(form: FormValue, id: string): QuestionValue[] {
  const key = form.find((question) => question.id === id)?.key;
  if (key === undefined || key === '') return [];
  return form.filter(({ show_if }) => show_if !== null && keysIn(show_if).includes(key));
}

const quote = ({ label }: QuestionValue): string => `“${label.trim()}”`;

/** Returns `“Room”, “Floor” and “Site”`. */
export function labelsText(questions: readonly QuestionValue[]): string {
  const labels = questions.map(quote);
  const last = labels.at(-1) ?? '';
  return labels.length < 2 ? last : `${labels.slice(0, -1).join(', ')} and ${last}`;
}

function missingChoice({ texts }: RowValue, question: QuestionValue): string | undefined {
  const values = new Set(question.choices.map(({ value }) => value));
  return texts.find((text) => text !== null && !values.has(text)) ?? undefined;
}

/** Returns why the comparison cannot be evaluated; undefined if it can. */
function rowFault(row: RowValue, form: FormValue, at: number): string | undefined {
  const place = form.findIndex(({ key }) => key === row.field);
  const named = form[place];
  if (!named) return `There is no question with the key ${row.field}. Choose another one.`;
  if (place === at) return 'A question cannot depend on its own answer.';
  if (place > at) return `${quote(named)} comes later. Move it up, or choose another question.`;
  const { kind, operators, choices } = fieldOf(named);
  if (!operators.includes(row.operator))
    return `${quote(named)} has another type now, which “${operatorWords(row.operator, kind)}” does not fit.`;
  const operand = operandOf(row.operator);
  if (!choices || (operand !== 'value' && operand !== 'list')) return undefined;
  const missing = missingChoice(row, named);
  return missing === undefined ? undefined : `${quote(named)} has no choice ${missing}.`;
}

type Report = (pointer: string, message: string) => void;

function reportGroup(
  { name, nodes }: GroupValue,
  pointer: string,
  faultOf: (row: RowValue) => string | undefined,
  report: Report,
): void {
  nodes.forEach((node: NodeValue, at) => {
    const own = `${pointer}/${name}/${at}`;
    if (!isRow(node)) return reportGroup(node, own, faultOf, report);
    const message = faultOf(node);
    if (message !== undefined) report(`${own}/field`, message);
  });
}

/** Returns messages by JSON pointers within the condition of the question, such as `/all/0/field`. */
export function conditionFaults(form: FormValue, id: string): ReadonlyMap<string, string> {
  const at = form.findIndex((question) => question.id === id);
  const faults = new Map<string, string>();
  const condition = form[at]?.show_if;
  if (condition)
    reportGroup(
      condition,
      '',
      (row) => rowFault(row, form, at),
      (pointer, message) => faults.set(pointer, message),
    );
  return faults;
}

/** Returns the questions whose conditions cannot be evaluated. */
const faultyIn = (form: FormValue): QuestionValue[] =>
  form.filter(({ id, show_if }) => show_if !== null && conditionFaults(form, id).size > 0);

/** Returns the questions whose conditions an edit has left without a question that they name. */
export function findBroken(before: FormValue, after: FormValue): QuestionValue[] {
  const known = new Set(faultyIn(before).map(({ id }) => id));
  return faultyIn(after).filter(({ id }) => !known.has(id));
}
