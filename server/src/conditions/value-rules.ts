// The type of a leaf's value follows from its operator and the kind of its field.
import { isTimestamp } from '../platform/http/input/formats.ts';
import type { Fault } from '../platform/errors.ts';
import { nearest } from '../platform/text.ts';
import {
  type ConditionField,
  type FieldKind,
  MAX_ITEMS,
  type Operator,
  operatorRow,
} from './evaluation/index.ts';

/** A fault without its place, which the caller adds. */
export type ValueFault = Omit<Fault, 'in' | 'pointer'> & { item?: number };

/** Longer text is in no field that rules compare as a whole, and a condition is read with every update. */
const MAX_TEXT_LENGTH = 1000;

type Check = (value: unknown, field: ConditionField) => ValueFault | undefined;

const wrongType = (what: string): ValueFault => ({
  code: 'invalid_type',
  message: `value must be ${what}.`,
});

const isShort = (text: string): boolean => text.length <= MAX_TEXT_LENGTH;

const checkText: Check = (value) => {
  if (typeof value !== 'string') return wrongType('text');
  if (isShort(value)) return undefined;
  return {
    code: 'too_long',
    message: `value must have at most ${MAX_TEXT_LENGTH} characters.`,
  };
};

const timeFault = (message: string): ValueFault => ({ code: 'invalid_format', message });

const checkTime: Check = (value) => {
  if (typeof value !== 'string') return wrongType('a time as text');
  return isShort(value) && isTimestamp(value)
    ? undefined
    : timeFault('value must be an ISO 8601 date or time, such as 2026-11-15T09:30:00Z.');
};

const DATE_LENGTH = '2026-11-15'.length;

const checkDate: Check = (value) => {
  if (typeof value !== 'string') return wrongType('a date as text');
  return value.length === DATE_LENGTH && isTimestamp(value)
    ? undefined
    : timeFault('value must be a date, such as 2026-11-15.');
};

const checkChoice: Check = (value, { choices = [] }) => {
  const allowed = choices.map((choice) => choice.value);
  if (typeof value !== 'string') return { ...wrongType('text'), allowed };
  if (allowed.includes(value)) return undefined;
  return {
    code: 'not_allowed',
    message: `value must be one of ${allowed.join(', ')}.`,
    allowed,
    nearest: nearest(value, allowed),
  };
};

const checks: Readonly<Record<FieldKind, Check>> = {
  text: checkText,
  choice: checkChoice,
  number: (value) => (Number.isFinite(value) ? undefined : wrongType('a number')),
  boolean: (value) => (typeof value === 'boolean' ? undefined : wrongType('true or false')),
  time: checkTime,
  date: checkDate,
  // An item of the list is checked.
  list: (value, field) => (field.choices ? checkChoice : checkText)(value, field),
};

const checkBound: Check = (value, field) =>
  value === null
    ? { code: 'not_nullable', message: 'value cannot be null: it has no order and is no text.' }
    : checks[field.kind](value, field);

const checkValue: Check = (value, field) => {
  if (value !== null) return checks[field.kind](value, field);
  if (field.isNullable) return undefined;
  return { code: 'not_nullable', message: `value cannot be null: the field always has a value.` };
};

const checkPart: Check = (value, field) =>
  value === ''
    ? { code: 'too_short', message: 'value must not be empty.' }
    : checkBound(value, field);

const checkList: Check = (value, field) => {
  if (!Array.isArray(value)) return wrongType('a list');
  if (value.length === 0) return { code: 'too_few', message: 'value must have at least 1 item.' };
  if (value.length > MAX_ITEMS)
    return { code: 'too_many', message: `value must have at most ${MAX_ITEMS} items.` };
  for (const [item, one] of value.entries()) {
    const fault = checkValue(one, field);
    if (fault) return { ...fault, item };
  }
  return undefined;
};

const operands = {
  value: checkValue,
  list: checkList,
  bound: checkBound,
  part: checkPart,
  affix: checkPart,
  presence: (value) =>
    value === undefined || typeof value === 'boolean' ? undefined : wrongType('true or false'),
  // Whether the calendar exists depends on the scope.
  calendar: (value) => (typeof value === 'string' ? undefined : wrongType('the id of a calendar')),
} as const satisfies Record<string, Check>;

/** The first fault of a list is reported with the index of its item. */
export function valueFault(
  operator: Operator,
  value: unknown,
  field: ConditionField,
): ValueFault | undefined {
  const { operand } = operatorRow(operator);
  if (value === undefined && operand !== 'presence')
    return { code: 'required', message: `value is required for ${operator}.` };
  return operands[operand](value, field);
}
