// A filter compares the value at a path with a value of its own; a webhook handles an event only if all its filters match.
import Type, { type Static } from 'typebox';
import { operators, valueBySteps, valueOperators } from '../conditions/index.ts';
import type { Fault } from '../platform/errors.ts';
import { object, oneOf } from '../platform/http/input/schema.ts';

export { operators };

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

export const stepsOf = (path: string): string[] => path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');

export const valueAt = (source: unknown, path: string): unknown =>
  valueBySteps(source, stepsOf(path));

export const matchesFilter = ({ operator, value }: Filter, actual: unknown): boolean =>
  valueOperators[operator].prepare(value)(actual);

/** Returns the first filter that does not match, if any. */
export const failingFilter = (
  filters: readonly Filter[],
  valueOf: (field: string) => unknown,
): Filter | undefined => filters.find((filter) => !matchesFilter(filter, valueOf(filter.field)));

const isScalar = (value: unknown): boolean => ['string', 'number'].includes(typeof value);

/** The values of a payload have no type; a filter for any of them takes any value. */
const valueRules: Readonly<
  Record<string, { is: (value: unknown) => boolean; label: string } | undefined>
> = {
  list: { is: Array.isArray, label: 'a list' },
  presence: { is: (value) => typeof value === 'boolean', label: 'true or false' },
  bound: { is: isScalar, label: 'text or a number' },
  affix: { is: isScalar, label: 'text or a number' },
};

/** Checks what the schema cannot: each operator takes its own type of value. */
export const filterFaults = (filters: readonly Filter[], pointer = '/filters'): Fault[] =>
  filters.flatMap(({ operator, value }, index) => {
    const rule = valueRules[valueOperators[operator].operand];
    if (!rule || rule.is(value)) return [];
    return {
      in: 'body' as const,
      pointer: `${pointer}/${index}/value`,
      code: 'invalid_type' as const,
      message: `value must be ${rule.label} for the operator ${operator}.`,
    };
  });
