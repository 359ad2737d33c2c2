// Filters of webhooks, both ways: a field by its path, an operator, a value. All must hold.
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
      description: 'Path of a value in the payload, such as incident.priority.',
    }),
    operator: oneOf(operators),
    value: Type.Unknown({
      description:
        'What the field is held against: a list for in and not_in, true or false for exists. Text that is a number compares as one.',
    }),
  },
  { title: 'Filter' },
);
export type Filter = Static<typeof Filter>;

const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Longer ones are no numbers; half a megabyte of digits and a letter would keep the expression busy for minutes. */
const LONGEST_NUMBER = 40;
/** Of a list in a payload that is looked through: a quarter of a million would take 250 ms. */
const MOST_ITEMS = 1000;

/** Numbers, and text that is one, meet as numbers; everything else as it is. */
const comparable = (value: unknown): unknown =>
  typeof value === 'string' && value.length <= LONGEST_NUMBER && NUMBER.test(value)
    ? Number(value)
    : value;

const isEqual = (left: unknown, right: unknown): boolean =>
  left === right || isDeepStrictEqual(comparable(left), comparable(right));

/** Not String(): an object with a member toString of its own has no text. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Undefined where the two have no order, such as a number and a word. */
function order(left: unknown, right: unknown): number | undefined {
  const [a, b] = [comparable(left), comparable(right)];
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

const listed = (list: unknown, value: unknown): boolean =>
  Array.isArray(list) && list.slice(0, MOST_ITEMS).some((one) => isEqual(one, value));

const contains = (whole: unknown, part: unknown): boolean =>
  typeof whole === 'string' ? whole.includes(textOf(part)) : listed(whole, part);

type Test = (actual: unknown, wanted: unknown) => boolean;

const ordered =
  (fits: (difference: number) => boolean): Test =>
  (actual, wanted) => {
    const difference = order(actual, wanted);
    return difference !== undefined && fits(difference);
  };

const not =
  (test: Test): Test =>
  (actual, wanted) =>
    !test(actual, wanted);

const ofText =
  (fits: (text: string, part: string) => boolean): Test =>
  (actual, wanted) =>
    typeof actual === 'string' && fits(actual, textOf(wanted));

const isListed: Test = (actual, wanted) => listed(wanted, actual);

/** An absent field is equal to nothing, in no list, and contains nothing. */
const tests: Record<Operator, Test> = {
  eq: isEqual,
  neq: not(isEqual),
  in: isListed,
  not_in: not(isListed),
  gt: ordered((difference) => difference > 0),
  gte: ordered((difference) => difference >= 0),
  lt: ordered((difference) => difference < 0),
  lte: ordered((difference) => difference <= 0),
  contains,
  not_contains: not(contains),
  starts_with: ofText((text, part) => text.startsWith(part)),
  ends_with: ofText((text, part) => text.endsWith(part)),
  exists: (actual, wanted) => (actual !== undefined) === (wanted !== false),
};

const stepsOf = (path: string): string[] => path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');

/** By own properties only: steps never reach a prototype. */
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

export const holds = ({ operator, value }: Filter, actual: unknown): boolean =>
  tests[operator](actual, value);

/** The first filter that does not hold, if any. */
export const failingFilter = (
  filters: readonly Filter[],
  valueOf: (field: string) => unknown,
): Filter | undefined => filters.find((filter) => !holds(filter, valueOf(filter.field)));

const isScalar = (value: unknown): boolean => ['string', 'number'].includes(typeof value);

const wantedValues: Partial<Record<Operator, { is: (value: unknown) => boolean; what: string }>> = {
  in: { is: Array.isArray, what: 'a list' },
  not_in: { is: Array.isArray, what: 'a list' },
  exists: { is: (value) => typeof value === 'boolean', what: 'true or false' },
  ...Object.fromEntries(
    (['gt', 'gte', 'lt', 'lte', 'starts_with', 'ends_with'] as const).map((operator) => [
      operator,
      { is: isScalar, what: 'text or a number' },
    ]),
  ),
};

/** What a schema cannot say: which kind of value each operator takes. */
export const filterFaults = (filters: readonly Filter[]): Fault[] =>
  filters.flatMap(({ operator, value }, index) => {
    const wanted = wantedValues[operator];
    if (!wanted || wanted.is(value)) return [];
    return {
      in: 'body' as const,
      pointer: `/filters/${index}/value`,
      code: 'invalid_type' as const,
      message: `value must be ${wanted.what} for the operator ${operator}.`,
    };
  });
