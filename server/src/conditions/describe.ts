// Describes a condition in plain English for pages and timelines: "Priority is P1 and (category is network or state
// changed to resolved)". The same condition always gives the same text.
import { cut, timeInWords } from '../platform/text.ts';
import {
  type Condition,
  type ConditionField,
  type ConditionFields,
  type GroupName,
  groupOf,
  isLeaf,
  type Leaf,
  type Node,
  operatorRow,
} from './evaluation/index.ts';
import { labelOfName } from './fields.ts';

const MAX_TEXT_LENGTH = 60;
const MAX_SHOWN = 5;
const NO_VALUE = 'no value';

const PLAIN = new Set('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.@');
/** Unquoted, these could be read as a part of the sentence. */
const AMBIGUOUS = new Set(['and', 'or', 'not', 'no', 'is']);

/** Text that could be read as another part of the condition is quoted. */
function wordsOfText(text: string): string {
  const shown = text.length > MAX_TEXT_LENGTH ? `${cut(text, MAX_TEXT_LENGTH)}…` : text;
  const isPlain =
    shown !== '' && shown.split('').every((one) => PLAIN.has(one)) && !AMBIGUOUS.has(shown);
  return isPlain ? shown : JSON.stringify(shown);
}

/** The field of a stored condition may be gone. */
const unknownField = (name: string): ConditionField => ({
  label: labelOfName(name),
  kind: 'text',
  isNullable: true,
  hasBefore: true,
});

function wordsOfValue(value: unknown, { kind, choices = [] }: ConditionField): string {
  if (value === null) return NO_VALUE;
  if (typeof value !== 'string') return JSON.stringify(value) ?? NO_VALUE;
  const choice = choices.find((one) => one.value === value);
  if (choice) return choice.label;
  return kind === 'time' ? timeInWords(value) : wordsOfText(value);
}

function wordsOfList(values: readonly unknown[], field: ConditionField): string {
  const shown = values.slice(0, MAX_SHOWN).map((value) => wordsOfValue(value, field));
  const more = values.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

const isOfTime = ({ kind }: ConditionField): boolean => kind === 'time' || kind === 'date';

/** These words replace "is no value" and "is not no value". */
const emptyWords: Partial<Record<Leaf['operator'], string>> = {
  eq: 'has no value',
  neq: 'has a value',
};

function wordsOfTest({ operator, value }: Leaf, field: ConditionField): string {
  const { operand, words, wordsOfTimes, wordsIfFalse } = operatorRow(operator);
  if (operand === 'presence') return value === false ? (wordsIfFalse ?? words) : words;
  if (operand === 'calendar') return `${words} ${wordsOfText(String(value))}`;
  const empty = value === null ? emptyWords[operator] : undefined;
  if (empty) return empty;
  const verb = isOfTime(field) ? (wordsOfTimes ?? words) : words;
  return `${verb} ${Array.isArray(value) ? wordsOfList(value, field) : wordsOfValue(value, field)}`;
}

function wordsOfLeaf(leaf: Leaf, fields: ConditionFields): string {
  const field = fields.get(leaf.field) ?? unknownField(leaf.field);
  return `${field.label} ${wordsOfTest(leaf, field)}`;
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

function wordsOfNode(node: Node, fields: ConditionFields): Phrase {
  if (isLeaf(node)) return { words: wordsOfLeaf(node, fields), isJoined: false };
  const [group, nodes] = groupOf(node);
  const whole = join(
    nodes.map((one) => wordsOfNode(one, fields)),
    conjunctions[group],
  );
  return group === 'none' ? { words: `not (${whole.words})`, isJoined: false } : whole;
}

export function describeCondition(condition: Condition, fields: ConditionFields): string {
  const { words } = wordsOfNode(condition, fields);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
