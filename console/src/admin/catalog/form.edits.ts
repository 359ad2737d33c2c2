// Every edit of a form returns another form. None drops a condition: one that names a question that is gone, or comes
// later, stays and is marked until a manager changes it.
import {
  type Condition,
  fieldNamed,
  fieldsByName,
  type GroupValue,
  isRow,
  type NodeValue,
  printCondition,
  readCondition,
  type RowValue,
} from '../../conditions/index.ts';
import { keyFault } from '../fields/fields.form.ts';
import { fieldsOfForm } from './form.values.ts';
import { keyedForm } from './question.keys.ts';
import { MAX_QUESTIONS, type QuestionType } from './question.types.ts';
import { type ChoiceValue, type FormValue, nextId, type QuestionValue } from './question.values.ts';

type Part = Partial<Omit<QuestionValue, 'id' | 'key' | 'show_if'>>;

/** Changes the members of a question on which no condition depends. */
export const changeQuestion = (form: FormValue, id: string, part: Part): FormValue =>
  form.map((question) => (question.id === id ? { ...question, ...part } : question));

const replace = (form: FormValue, id: string, part: Partial<QuestionValue>): FormValue =>
  form.map((question) => (question.id === id ? { ...question, ...part } : question));

/** Says why no question can be added; undefined if one can. */
export const reasonAgainstQuestion = (form: FormValue): string | undefined =>
  form.length >= MAX_QUESTIONS ? `A form has at most ${MAX_QUESTIONS} questions.` : undefined;

interface AddedQuestion {
  form: FormValue;
  id: string;
}

/** Adds a question at a place, or as the last one. A label gives it a key at once. */
export function addQuestion(
  form: FormValue,
  part: Part = {},
  at = form.length,
  id = nextId(),
): AddedQuestion {
  const { type = 'text' } = part;
  const question: QuestionValue = {
    key: '',
    label: '',
    help: '',
    type,
    choices: [],
    required: false,
    default: { type, value: null },
    show_if: null,
    ...part,
    id,
  };
  return { form: keyedForm(keyedForm(form).toSpliced(at, 0, question)), id };
}

/** The key stays, so that conditions and answers keep naming the question. */
export const renameQuestion = (form: FormValue, id: string, label: string): FormValue =>
  changeQuestion(form, id, { label });

export const setType = (form: FormValue, id: string, type: QuestionType): FormValue =>
  changeQuestion(form, id, { type });

/** A choice keeps its value while its label changes; a new one has none, and gets it from its label. */
export const setChoices = (
  form: FormValue,
  id: string,
  choices: readonly ChoiceValue[],
): FormValue => changeQuestion(form, id, { choices });

export const newChoice = (label = ''): ChoiceValue => ({ id: nextId(), value: '', label });

/** Moves a question to a place; the first is 0. */
export function moveQuestion(form: FormValue, id: string, to: number): FormValue {
  const from = form.findIndex((question) => question.id === id);
  const moved = form[from];
  if (!moved || to === from || to < 0 || to >= form.length) return form;
  return form.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** Conditions that name the question stay as they are. */
export const removeQuestion = (form: FormValue, id: string): FormValue =>
  form.filter((question) => question.id !== id);

const renamedRow = (row: RowValue, from: string, to: string): RowValue =>
  row.field === from
    ? { ...row, field: to, ...(row.stored && { stored: { ...row.stored, field: to } }) }
    : row;

const renamedGroup = (group: GroupValue, from: string, to: string): GroupValue => ({
  ...group,
  nodes: group.nodes.map((node): NodeValue =>
    isRow(node) ? renamedRow(node, from, to) : renamedGroup(node, from, to),
  ),
});

/** Says why a question cannot have the key; undefined if it can. */
export function reasonAgainstKey(form: FormValue, id: string, key: string): string | undefined {
  if (key === '') return 'Enter a key.';
  const other = form.find((question) => question.key === key && question.id !== id);
  return other ? `“${other.label}” has this key.` : keyFault(key);
}

/** Renames the key also in the conditions that name it. The form stays as it is if the key is taken or has no valid form. */
export function changeKey(form: FormValue, id: string, key: string): FormValue {
  const from = form.find((question) => question.id === id)?.key;
  if (from === undefined || from === key || reasonAgainstKey(form, id, key)) return form;
  return replace(form, id, { key }).map((question) =>
    question.show_if === null || from === ''
      ? question
      : { ...question, show_if: renamedGroup(question.show_if, from, key) },
  );
}

/** Sets the condition under which a question is shown; null shows it always. */
export const setShowIf = (form: FormValue, id: string, condition: Condition | null): FormValue =>
  replace(form, id, {
    show_if: condition && readCondition(condition, fieldsByName(fieldsOfForm(form))),
  });

/** A complete row is read as it was typed, so that its value stays when the type of its question changes afterwards. */
function storedGroup(group: GroupValue, fields: ReturnType<typeof fieldsByName>): GroupValue {
  const nodes = group.nodes.map((node): NodeValue => {
    if (!isRow(node)) return storedGroup(node, fields);
    if (node.stored || fieldNamed(fields, node.field).operators.length === 0) return node;
    const condition = printCondition({ key: '', name: 'all', nodes: [node] }, fields);
    const [leaf] = condition && 'all' in condition ? condition.all : [];
    return leaf && 'field' in leaf ? { ...node, stored: leaf } : node;
  });
  return { ...group, nodes };
}

/** Sets the condition as its editor has it, which may lack values. */
export const editShowIf = (form: FormValue, id: string, group: GroupValue | null): FormValue =>
  replace(form, id, {
    show_if: group && storedGroup(group, fieldsByName(fieldsOfForm(form))),
  });
