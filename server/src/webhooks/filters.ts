// Filters of webhooks, both ways: a field by its path, an operator, a value. All must hold.
import { isDeepStrictEqual } from 'node:util';
import Type, { type Static } from 'typebox';
import { object, oneOf } from '../platform/http/schema.ts';
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

/** Numbers, and text that is one, meet as numbers; everything else as it is. */
const comparable = (value: unknown): unknown =>
  typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;

const isEqual = (left: unknown, right: unknown): boolean =>
  isDeepStrictEqual(comparable(left), comparable(right));

/** Undefined where the two have no order, such as a number and a word. */
function order(left: unknown, right: unknown): number | undefined {
  const [a, b] = [comparable(left), comparable(right)];
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

const listed = (list: unknown, value: unknown): boolean =>
  Array.isArray(list) && list.some((one) => isEqual(one, value));

const contains = (whole: unknown, part: unknown): boolean =>
  typeof whole === 'string' ? whole.includes(String(part)) : listed(whole, part);

type Test = (actual: unknown, wanted: unknown) => boolean;

const ordered =
  (holds: (difference: number) => boolean): Test =>
  (actual, wanted) => {
    const difference = order(actual, wanted);
    return difference !== undefined && holds(difference);
  };

const not =
  (test: Test): Test =>
  (actual, wanted) =>
    !test(actual, wanted);

const ofText =
  (holds: (text: string, part: string) => boolean): Test =>
  (actual, wanted) =>
    typeof actual === 'string' && holds(actual, String(wanted));

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

/** By own properties only: a path never reaches a prototype. */
export function valueAt(source: unknown, path: string): unknown {
  let value = source;
  for (const step of stepsOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** The first filter that does not hold, if any. */
export const failingFilter = (
  filters: readonly Filter[],
  valueOf: (field: string) => unknown,
): Filter | undefined =>
  filters.find(({ field, operator, value }) => !tests[operator](valueOf(field), value));

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
