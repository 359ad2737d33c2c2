// A filter compares the value at a path with a value of its own; a webhook handles an event only if all its filters match.
import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import { object, oneOf } from '../platform/http/input/schema.ts';
import type { Fault } from '../platform/errors.ts';

export const operators = [
  'eq',
  'neq',
  'in',
  'not_in',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'exists',
] as const;
type Operator = (typeof operators)[number];

export const Filter = object(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Path of a value in the payload, such as `incident.priority`.',
    }),
    operator: oneOf(operators),
    value: Type.Unknown({
      description:
        'Value to compare with: a list for `in` and `not_in`, true or false for `exists`. Numeric text is compared as a number.',
    }),
  },
  { title: 'Filter' },
);
export type Filter = Static<typeof Filter>;

const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Longer text is not a number. */
const MAX_NUMBER_LENGTH = 40;
/** At most this many items of a list are compared: a quarter of a million would take 250 ms. */
const MAX_ITEMS = 1000;

/** Numeric text compares as a number; everything else as it is. */
const comparable = (value: unknown): unknown =>
  typeof value === 'string' && value.length <= MAX_NUMBER_LENGTH && NUMBER.test(value)
    ? Number(value)
    : value;

const isEqual = (left: unknown, right: unknown): boolean =>
  left === right || isDeepStrictEqual(comparable(left), comparable(right));

/** Avoids String(), which throws on an object whose own member toString is not a function. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Returns undefined if the two have no order, such as a number and a word. */
function order(left: unknown, right: unknown): number | undefined {
  const [a, b] = [comparable(left), comparable(right)];
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

const includesValue = (list: unknown, value: unknown): boolean =>
  Array.isArray(list) && list.slice(0, MAX_ITEMS).some((one) => isEqual(one, value));

const contains = (whole: unknown, part: unknown): boolean =>
  typeof whole === 'string' ? whole.includes(textOf(part)) : includesValue(whole, part);

type Test = (actual: unknown, expected: unknown) => boolean;

const orderTest =
  (fits: (difference: number) => boolean): Test =>
  (actual, expected) => {
    const difference = order(actual, expected);
    return difference !== undefined && fits(difference);
  };

const not =
  (test: Test): Test =>
  (actual, expected) =>
    !test(actual, expected);

const textTest =
  (fits: (text: string, part: string) => boolean): Test =>
  (actual, expected) =>
    typeof actual === 'string' && fits(actual, textOf(expected));

const isListed: Test = (actual, expected) => includesValue(expected, actual);

/** An absent field is equal to nothing, in no list, and contains nothing. */
const tests: Record<Operator, Test> = {
  eq: isEqual,
  neq: not(isEqual),
  in: isListed,
  not_in: not(isListed),
  gt: orderTest((difference) => difference > 0),
  gte: orderTest((difference) => difference >= 0),
  lt: orderTest((difference) => difference < 0),
  lte: orderTest((difference) => difference <= 0),
  contains,
  not_contains: not(contains),
  starts_with: textTest((text, part) => text.startsWith(part)),
  ends_with: textTest((text, part) => text.endsWith(part)),
  exists: (actual, expected) => (actual !== undefined) === (expected !== false),
};

export const stepsOf = (path: string): string[] => path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');

/** Follows own properties only, so that a path never reaches a prototype. */
export function valueBySteps(source: unknown, steps: readonly string[]): unknown {
  let value = source;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

export const valueAt = (source: unknown, path: string): unknown =>
  valueBySteps(source, stepsOf(path));

export const matchesFilter = ({ operator, value }: Filter, actual: unknown): boolean =>
  tests[operator](actual, value);

/** Returns the first filter that does not match, if any. */
export const failingFilter = (
  filters: readonly Filter[],
  valueOf: (field: string) => unknown,
): Filter | undefined => filters.find((filter) => !matchesFilter(filter, valueOf(filter.field)));

const isScalar = (value: unknown): boolean => ['string', 'number'].includes(typeof value);

const valueRules: Partial<Record<Operator, { is: (value: unknown) => boolean; label: string }>> = {
  in: { is: Array.isArray, label: 'a list' },
  not_in: { is: Array.isArray, label: 'a list' },
  exists: { is: (value) => typeof value === 'boolean', label: 'true or false' },
  ...Object.fromEntries(
    (['gt', 'gte', 'lt', 'lte', 'starts_with', 'ends_with'] as const).map((operator) => [
      operator,
      { is: isScalar, label: 'text or a number' },
    ]),
  ),
};

/** Checks what the schema cannot: each operator takes its own type of value. */
export const filterFaults = (filters: readonly Filter[], pointer = '/filters'): Fault[] =>
  filters.flatMap(({ operator, value }, index) => {
    const rule = valueRules[operator];
    if (!rule || rule.is(value)) return [];
    return {
      in: 'body' as const,
      pointer: `${pointer}/${index}/value`,
      code: 'invalid_type' as const,
      message: `value must be ${rule.label} for the operator ${operator}.`,
    };
  });
