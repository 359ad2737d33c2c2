// The editor has a condition as it is typed: every value is text, and rows keep their keys while they move.
import { localTime } from '../ui/region/zone.ts';
import { instantIn } from '../ui/forms/time-text.ts';
import {
  type Condition,
  type ConditionField,
  type FieldKind,
  type GroupName,
  groupOf,
  isLeaf,
  type Leaf,
  type Node,
  type Operator,
} from './condition.ts';
import { isOfTime, operandOf } from './operators.ts';

/** Null is no value. */
export type ValueText = string | null;

export interface RowValue {
  key: string;
  field: string;
  operator: Operator;
  /** Only lists have more than one. */
  texts: readonly ValueText[];
  /** A row that was not edited keeps what is stored, also what the editor cannot show. */
  stored?: Leaf;
}

export interface GroupValue {
  key: string;
  name: GroupName;
  nodes: readonly NodeValue[];
}

export type NodeValue = RowValue | GroupValue;

export const isRow = (node: NodeValue): node is RowValue => Object.hasOwn(node, 'field');

/** Conditions of drafts are read again after the page was reloaded, so that keys never repeat. */
const nextKey = (): string => crypto.randomUUID();

export type Fields = ReadonlyMap<string, ConditionField>;

export const fieldsByName = (fields: readonly ConditionField[]): Fields =>
  new Map(fields.map((field) => [field.name, field]));

/** A stored condition may name a field that is gone. */
export const fieldNamed = (fields: Fields, name: string): ConditionField =>
  fields.get(name) ?? {
    name,
    label: name.replaceAll(/[._]/g, ' '),
    kind: 'text',
    optional: true,
    operators: [],
  };

function textOf(value: unknown, kind: FieldKind): ValueText {
  if (value === null) return null;
  if (typeof value !== 'string') return JSON.stringify(value) ?? '';
  const at = kind === 'time' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? value : localTime(at);
}

/** A comparison with no value is shown as the question whether there is one. */
function withoutNull({ operator, value }: Leaf): Pick<Leaf, 'operator' | 'value'> {
  const isEmpty = value === null && (operator === 'eq' || operator === 'neq');
  return isEmpty ? { operator: 'exists', value: operator === 'neq' } : { operator, value };
}

function rowOf(leaf: Leaf, fields: Fields): RowValue {
  const { operator, value = true } = withoutNull(leaf);
  const { kind } = fieldNamed(fields, leaf.field);
  const texts = (Array.isArray(value) ? value : [value]).map((one) =>
    operandOf(operator) === 'presence' ? String(one) : textOf(one, kind),
  );
  return { key: nextKey(), field: leaf.field, operator, texts, stored: leaf };
}

const nodeOf = (node: Node, fields: Fields): NodeValue =>
  isLeaf(node) ? rowOf(node, fields) : readCondition(node, fields);

export function readCondition(condition: Condition, fields: Fields): GroupValue {
  const [name, nodes] = groupOf(condition);
  return { key: nextKey(), name, nodes: nodes.map((node) => nodeOf(node, fields)) };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns undefined for a text that is no value of its kind. */
const readers: Readonly<Partial<Record<FieldKind, (text: string) => unknown>>> = {
  number: (text) => (text === '' || Number.isNaN(Number(text)) ? undefined : Number(text)),
  boolean: (text) => text === 'true',
  time: (text) => instantIn(text) ?? undefined,
  date: (text) => (DATE.test(text) ? text : undefined),
};

const readText = (text: ValueText, kind: FieldKind): unknown => {
  const trimmed = text?.trim();
  if (trimmed === undefined) return null;
  const read = readers[kind];
  return read ? read(trimmed) : trimmed || undefined;
};

function readValue({ operator, texts }: RowValue, kind: FieldKind): unknown {
  const operand = operandOf(operator);
  const [text = ''] = texts;
  if (operand === 'presence') return text !== 'false';
  if (operand === 'calendar') return text || undefined;
  if (operand === 'value') return readText(text, kind);
  const values = texts.filter((one) => one?.trim() !== '').map((one) => readText(one, kind));
  return values.length === 0 || values.includes(undefined) ? undefined : values;
}

/** Returns undefined while the row has no value. */
function leafOf(row: RowValue, fields: Fields): Leaf | undefined {
  if (row.stored) return row.stored;
  const { field, operator } = row;
  const value = readValue(row, fieldNamed(fields, field).kind);
  return value === undefined ? undefined : { field, operator, value };
}

function printNodes(nodes: readonly NodeValue[], fields: Fields): Node[] | undefined {
  const printed = nodes.map((node) =>
    isRow(node)
      ? leafOf(node, fields)
      : node.nodes.length === 0
        ? undefined
        : printCondition(node, fields),
  );
  return printed.includes(undefined) ? undefined : (printed as Node[]);
}

/** Returns undefined while a row has no value or a group within has no rows. A condition without rows always holds. */
export function printCondition({ name, nodes }: GroupValue, fields: Fields): Condition | undefined {
  const printed = printNodes(nodes, fields);
  if (!printed) return undefined;
  return printed.length === 0 ? { all: [] } : ({ [name]: printed } as Condition);
}

const defaultOperators: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: ['eq'],
  choice: ['eq'],
  number: ['gte'],
  boolean: ['eq'],
  time: ['in_hours', 'gte'],
  date: ['gte'],
  list: ['contains'],
};

/** Returns the text with which a value begins. */
function defaultText({ kind, choices }: ConditionField, operator: Operator): string {
  const operand = operandOf(operator);
  if (operand === 'presence' || (operand === 'value' && kind === 'boolean')) return 'true';
  return operand === 'value' ? (choices?.[0]?.value ?? '') : '';
}

function withOperatorOf(
  { texts }: Pick<RowValue, 'texts'>,
  field: ConditionField,
  [from, to]: readonly [Operator | undefined, Operator],
): readonly ValueText[] {
  const [before, after] = [from && operandOf(from), operandOf(to)];
  const given = texts.filter((text) => text !== null && text !== '');
  if (after === 'list' && (before === 'value' || before === 'list')) return given;
  const fits = before === after || (before === 'list' && after === 'value');
  const [first] = given;
  return [fits && first !== undefined ? first : defaultText(field, to)];
}

/** A new row has a value where one can be guessed. */
export function newRow(field: ConditionField): RowValue {
  const operator =
    defaultOperators[field.kind].find((one) => field.operators.includes(one)) ??
    field.operators[0] ??
    'exists';
  return {
    key: nextKey(),
    field: field.name,
    operator,
    texts: withOperatorOf({ texts: [] }, field, [undefined, operator]),
  };
}

/** A group within another begins with a row, because it must not be empty. */
export const newGroup = (within: GroupName, field: ConditionField): GroupValue => ({
  key: nextKey(),
  name: within === 'all' ? 'any' : 'all',
  nodes: [newRow(field)],
});

export const withField = ({ key }: RowValue, field: ConditionField): RowValue => ({
  ...newRow(field),
  key,
});

/** Keeps the value if the operator takes one like it. */
export const withOperator = (
  row: RowValue,
  field: ConditionField,
  operator: Operator,
  isFalse: boolean,
): RowValue => ({
  key: row.key,
  field: row.field,
  operator,
  texts:
    operandOf(operator) === 'presence'
      ? [String(!isFalse)]
      : withOperatorOf(row, field, [row.operator, operator]),
});

export const withTexts = (
  { key, field, operator }: RowValue,
  texts: readonly ValueText[],
): RowValue => ({ key, field, operator, texts });

/** Lists of times are not offered, because nobody asks for them. */
export const offeredOperators = (
  { kind, operators }: ConditionField,
  current: Operator,
): Operator[] => {
  const offered = operators.filter((one) => operandOf(one) !== 'list' || !isOfTime(kind));
  return offered.includes(current) ? offered : [...offered, current];
};
