// The type of a question decides which answers it takes, and how conditions of later questions can compare them. The
// kinds and operators are those of the service. They are offered in this order: a letter chooses the first that begins with it.
import type { FieldKind, Operator } from '../../conditions/index.ts';

interface TypeRow {
  label: string;
  kind: FieldKind;
}

const rows = {
  text: { label: 'Text', kind: 'text' },
  long_text: { label: 'Long text', kind: 'text' },
  choice: { label: 'One choice', kind: 'choice' },
  choices: { label: 'Several choices', kind: 'list' },
  boolean: { label: 'Yes or no', kind: 'boolean' },
  date: { label: 'Date', kind: 'date' },
  datetime: { label: 'Date and time', kind: 'time' },
  integer: { label: 'Whole number', kind: 'number' },
  decimal: { label: 'Decimal number', kind: 'number' },
  person: { label: 'Person', kind: 'text' },
  ci: { label: 'Configuration item', kind: 'text' },
  url: { label: 'Web address', kind: 'text' },
} as const satisfies Record<string, TypeRow>;

export type QuestionType = keyof typeof rows;

export const questionTypes = Object.keys(rows) as QuestionType[];

export const typeLabels = Object.fromEntries(
  questionTypes.map((type) => [type, rows[type].label]),
) as Readonly<Record<QuestionType, string>>;

export const kindOf = (type: QuestionType): FieldKind => rows[type].kind;

const equality: readonly Operator[] = ['eq', 'neq'];
const lists: readonly Operator[] = ['in', 'not_in'];
const bounds: readonly Operator[] = ['gt', 'gte', 'lt', 'lte'];
const parts: readonly Operator[] = ['contains', 'not_contains'];
const presence: readonly Operator[] = ['exists'];

const operators: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: [...equality, ...lists, ...parts, 'starts_with', 'ends_with', ...presence],
  choice: [...equality, ...lists, ...presence],
  number: [...equality, ...lists, ...bounds, ...presence],
  boolean: [...equality, ...presence],
  time: [...equality, ...lists, ...bounds, ...presence],
  date: [...equality, ...lists, ...bounds, ...presence],
  list: [...parts, ...presence],
};

export const operatorsOf = (type: QuestionType): readonly Operator[] => operators[kindOf(type)];

/** A form has at most so many questions. */
export const MAX_QUESTIONS = 100;
