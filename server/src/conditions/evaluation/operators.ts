// Every operator is one row: the kinds of fields it applies to, the type of its value, its test and its words. Filters of
// webhooks use the tests of the first table on payloads, whose fields have no kind.
import {
  contains,
  equals,
  hasOrder,
  hasText,
  isIn,
  isPresent,
  not,
  type PrepareTest,
} from './comparison.ts';
import type { FieldKind } from './condition-field.ts';

/**
 * `value` takes any value of the field, or null for none; `bound` a value of the field; `part` an item of a list, or text
 * that is not empty; `affix` only the latter; `presence` true or false, and true if it is omitted; `calendar` the id of a
 * calendar.
 */
type Operand = 'value' | 'list' | 'bound' | 'part' | 'affix' | 'presence' | 'calendar';

interface OperatorRow {
  kinds: readonly FieldKind[];
  operand: Operand;
  /** Stands between the label of the field and the value. */
  words: string;
  /** Replaces the words for a time or date. */
  wordsOfTimes?: string;
  /** Replaces words and value if the value is false, and those of `presence` if it is true. */
  wordsIfFalse?: string;
}

interface ValueOperatorRow extends OperatorRow {
  prepare: PrepareTest;
}

interface FieldChange {
  isChanged: boolean;
  before: unknown;
  after: unknown;
}

interface ChangeOperatorRow extends OperatorRow {
  prepare: (expected: unknown) => (change: FieldChange) => boolean;
}

const ordered = ['number', 'time', 'date'] as const;
const scalars = ['text', 'choice', ...ordered] as const;
const single = [...scalars, 'boolean'] as const;
const all = [...single, 'list'] as const;

/** An absent field is equal to nothing, in no list, and contains nothing. */
export const valueOperators = {
  eq: { kinds: single, operand: 'value', words: 'is', prepare: equals },
  neq: { kinds: single, operand: 'value', words: 'is not', prepare: not(equals) },
  in: { kinds: scalars, operand: 'list', words: 'is one of', prepare: isIn },
  not_in: { kinds: scalars, operand: 'list', words: 'is none of', prepare: not(isIn) },
  gt: {
    kinds: ordered,
    operand: 'bound',
    words: 'is more than',
    wordsOfTimes: 'is after',
    prepare: hasOrder((difference) => difference > 0),
  },
  gte: {
    kinds: ordered,
    operand: 'bound',
    words: 'is at least',
    wordsOfTimes: 'is not before',
    prepare: hasOrder((difference) => difference >= 0),
  },
  lt: {
    kinds: ordered,
    operand: 'bound',
    words: 'is less than',
    wordsOfTimes: 'is before',
    prepare: hasOrder((difference) => difference < 0),
  },
  lte: {
    kinds: ordered,
    operand: 'bound',
    words: 'is at most',
    wordsOfTimes: 'is not after',
    prepare: hasOrder((difference) => difference <= 0),
  },
  contains: { kinds: ['text', 'list'], operand: 'part', words: 'contains', prepare: contains },
  not_contains: {
    kinds: ['text', 'list'],
    operand: 'part',
    words: 'does not contain',
    prepare: not(contains),
  },
  starts_with: {
    kinds: ['text'],
    operand: 'affix',
    words: 'starts with',
    prepare: hasText((text, part) => text.startsWith(part)),
  },
  ends_with: {
    kinds: ['text'],
    operand: 'affix',
    words: 'ends with',
    prepare: hasText((text, part) => text.endsWith(part)),
  },
  exists: {
    kinds: all,
    operand: 'presence',
    words: 'has a value',
    wordsIfFalse: 'has no value',
    prepare: isPresent,
  },
} as const satisfies Record<string, ValueOperatorRow>;

/** These need the record before the update. A change to or from null is one to or from no value. */
export const changeOperators = {
  changed: {
    kinds: all,
    operand: 'presence',
    words: 'changed',
    wordsIfFalse: 'did not change',
    prepare:
      (expected) =>
      ({ isChanged }) =>
        isChanged === (expected !== false),
  },
  changed_from: {
    kinds: single,
    operand: 'value',
    words: 'changed from',
    prepare: (expected) => {
      const test = equals(expected);
      return ({ isChanged, before }) => isChanged && test(before);
    },
  },
  changed_to: {
    kinds: single,
    operand: 'value',
    words: 'changed to',
    prepare: (expected) => {
      const test = equals(expected);
      return ({ isChanged, after }) => isChanged && test(after);
    },
  },
} as const satisfies Record<string, ChangeOperatorRow>;

/** The value is the id of a calendar; a time is within its hours or not. */
const calendarOperators = {
  in_hours: { kinds: ['time'], operand: 'calendar', words: 'is in the hours of' },
  out_of_hours: { kinds: ['time'], operand: 'calendar', words: 'is outside the hours of' },
} as const satisfies Record<string, OperatorRow>;

type ValueOperator = keyof typeof valueOperators;
export type ChangeOperator = keyof typeof changeOperators;
type CalendarOperator = keyof typeof calendarOperators;
export type Operator = ValueOperator | ChangeOperator | CalendarOperator;

const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(table) as Name[];

/** Filters of webhooks have these. */
export const operators = namesOf(valueOperators);
export const conditionOperators: readonly Operator[] = [
  ...operators,
  ...namesOf(changeOperators),
  ...namesOf(calendarOperators),
];

const rows: Readonly<Record<Operator, OperatorRow>> = {
  ...valueOperators,
  ...changeOperators,
  ...calendarOperators,
};
export const operatorRow = (operator: Operator): OperatorRow => rows[operator];

export const isChangeOperator = (operator: Operator): operator is ChangeOperator =>
  Object.hasOwn(changeOperators, operator);

export const isCalendarOperator = (operator: Operator): operator is CalendarOperator =>
  Object.hasOwn(calendarOperators, operator);
