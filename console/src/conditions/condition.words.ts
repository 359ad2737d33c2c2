// A condition is described in a sentence: "Priority is P1 and (category is network or state is new)".
import { dateTime, dayText } from '../ui/marks/time.ts';
import {
  type Condition,
  type ConditionField,
  type GroupName,
  groupOf,
  isLeaf,
  type Leaf,
  type Node,
} from './condition.ts';
import { fieldNamed, type Fields } from './condition.values.ts';
import { operandOf, operatorWords } from './operators.ts';

/** Calendars have their names by their ids. */
export type CalendarNames = Readonly<Record<string, string>>;

export const NO_VALUE = 'no value';

const PLAIN = /^[\w.@-]+$/;
const AMBIGUOUS = new Set(['and', 'or', 'not', 'no', 'is']);

/** Text that could be read as another part of the sentence is quoted. */
const textWords = (text: string): string =>
  PLAIN.test(text) && !AMBIGUOUS.has(text) ? text : `“${text}”`;

function valueWords(value: unknown, { kind, choices = [] }: ConditionField): string {
  if (value === null) return NO_VALUE;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return JSON.stringify(value) ?? NO_VALUE;
  const choice = choices.find((one) => one.value === value);
  if (choice) return choice.label;
  if (Number.isNaN(Date.parse(value))) return textWords(value);
  if (kind === 'time') return dateTime(value);
  return kind === 'date' ? dayText(value) : textWords(value);
}

const MAX_SHOWN = 5;

function listWords(values: readonly unknown[], field: ConditionField): string {
  const shown = values.slice(0, MAX_SHOWN).map((value) => valueWords(value, field));
  const more = values.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

function leafWords(leaf: Leaf, fields: Fields, calendars: CalendarNames): string {
  const field = fieldNamed(fields, leaf.field);
  const { operator, value } = leaf;
  const operand = operandOf(operator);
  const isEmpty = value === null && (operator === 'eq' || operator === 'neq');
  if (isEmpty) return `${field.label} ${operatorWords('exists', field.kind, operator === 'eq')}`;
  const words = `${field.label} ${operatorWords(operator, field.kind, value === false && operand === 'presence')}`;
  if (operand === 'presence') return words;
  if (operand === 'calendar') return `${words} ${calendars[String(value)] ?? 'a calendar'}`;
  return `${words} ${Array.isArray(value) ? listWords(value, field) : valueWords(value, field)}`;
}

const conjunctions: Readonly<Record<GroupName, string>> = {
  all: ' and ',
  any: ' or ',
  none: ' or ',
};

interface Phrase {
  words: string;
  /** A part that is itself joined stands in parentheses. */
  isJoined: boolean;
}

function join(parts: readonly Phrase[], conjunction: string): Phrase {
  const [first = { words: 'always', isJoined: false }] = parts;
  if (parts.length <= 1) return first;
  const words = parts.map((part) => (part.isJoined ? `(${part.words})` : part.words));
  return { words: words.join(conjunction), isJoined: true };
}

function nodeWords(node: Node, fields: Fields, calendars: CalendarNames): Phrase {
  if (isLeaf(node)) return { words: leafWords(node, fields, calendars), isJoined: false };
  const [group, nodes] = groupOf(node);
  const whole = join(
    nodes.map((one) => nodeWords(one, fields, calendars)),
    conjunctions[group],
  );
  return group === 'none' ? { words: `not (${whole.words})`, isJoined: false } : whole;
}

/** Continues a sentence: "category is network and (…)"; empty for a condition that always holds. */
export function conditionClause(
  condition: Condition,
  fields: Fields,
  calendars: CalendarNames,
): string {
  const [group, nodes] = groupOf(condition);
  if (nodes.length === 0) return '';
  const { words, isJoined } = nodeWords(condition, fields, calendars);
  return isJoined && group !== 'all' ? `(${words})` : words;
}

export function describeCondition(
  condition: Condition,
  fields: Fields,
  calendars: CalendarNames,
): string {
  const { words } = nodeWords(condition, fields, calendars);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
