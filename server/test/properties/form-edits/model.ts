// A naive model of a form that is edited: a list of questions whose conditions are plain JSON. It shares no code with the
// editor of the console.
import type { Question, QuestionType } from '../../../src/forms/index.ts';
import type { NaiveNode } from '../conditions/naive.ts';

export interface ModelQuestion extends Omit<Question, 'default' | 'show_if'> {
  /** Choices and default stay while another type is tried, until the form is loaded again. */
  default: unknown;
  defaultType: QuestionType;
  show_if: NaiveNode | null;
}
export type Model = readonly ModelQuestion[];

export const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export const modelOf = (form: readonly Question[]): Model =>
  clone(form).map((question) => ({ ...question, defaultType: question.type }));

const isChoice = ({ type }: ModelQuestion): boolean => type === 'choice' || type === 'choices';

/** Returns what is saved of the form. */
export const toSaved = (model: Model): Question[] =>
  clone(model).map((question) => {
    const { defaultType, ...others } = question;
    const { key, label, help, type, choices, required, show_if } = others;
    return {
      key,
      label,
      help,
      type,
      choices: isChoice(question) ? choices : [],
      required,
      default: defaultType === type ? others.default : null,
      show_if: show_if as Question['show_if'],
    };
  });

/** A condition compares with the choices of a question, so it names none without them. */
export const questionsBefore = (model: Model, at: number): Question[] =>
  toSaved(model.slice(0, at)).filter(
    ({ type, choices }) => !type.startsWith('choice') || choices.length > 0,
  );

export const changeAt = (model: Model, at: number, part: Partial<ModelQuestion>): Model =>
  model.map((question, place) => (place === at ? { ...question, ...part } : question));

export const nodesOf = ({ all, any, none }: NaiveNode): NaiveNode[] | undefined =>
  all ?? any ?? none;

/** Calls the visitor for every part of the condition, with the places that lead to it. */
export function visit(
  node: NaiveNode,
  visitor: (node: NaiveNode, path: number[]) => void,
  path: number[] = [],
): void {
  visitor(node, path);
  nodesOf(node)?.forEach((one, at) => visit(one, visitor, [...path, at]));
}

export function namesIn(model: Model): Set<string> {
  const names = new Set<string>();
  for (const { show_if } of model)
    if (show_if) visit(show_if, ({ field }) => field !== undefined && names.add(field));
  return names;
}

export function renameKey(model: Model, from: string, to: string): Model {
  const copy = clone(model) as ModelQuestion[];
  for (const question of copy) {
    if (question.key === from) question.key = to;
    if (question.show_if)
      visit(question.show_if, (node) => {
        if (node.field === from) node.field = to;
      });
  }
  return copy;
}

export function moveTo(model: Model, from: number, to: number): Model {
  const others = model.filter((_, at) => at !== from);
  return [...others.slice(0, to), model[from]!, ...others.slice(to)];
}

/** The root may have no nodes, and holds always then; a group within it is not complete. */
export function isComplete(condition: NaiveNode): boolean {
  let complete = true;
  visit(condition, (node, path) => {
    if (nodesOf(node)?.length === 0 && path.length > 0) complete = false;
  });
  return complete;
}

export const normalizeRoot = (condition: NaiveNode): NaiveNode =>
  nodesOf(condition)?.length === 0 ? { all: [] } : condition;

/** Returns a copy without the part, or with another one at the end of the group. */
export function without(condition: NaiveNode, path: readonly number[]): NaiveNode {
  const copy = clone(condition);
  const group = path.slice(0, -1).reduce((node, at) => nodesOf(node)![at]!, copy);
  nodesOf(group)!.splice(path.at(-1)!, 1);
  return copy;
}

export function withAdded(
  condition: NaiveNode,
  path: readonly number[],
  added: NaiveNode,
): NaiveNode {
  const copy = clone(condition);
  nodesOf(path.reduce((node, at) => nodesOf(node)![at]!, copy))!.push(added);
  return copy;
}
