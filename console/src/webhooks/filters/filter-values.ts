// The value of a filter is edited as text: a list for `in` and `not_in`, yes or no for `exists`, otherwise one value.
import type { Filter } from '../../api/index.ts';

export type Operator = Filter['operator'];

export const operatorLabels: Readonly<Record<Operator, string>> = {
  eq: 'is',
  neq: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  gt: 'is above',
  gte: 'is at least',
  lt: 'is below',
  lte: 'is at most',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  exists: 'exists',
};

type Kind = 'list' | 'flag' | 'one';

export const kindOf = (operator: Operator): Kind =>
  operator === 'in' || operator === 'not_in' ? 'list' : operator === 'exists' ? 'flag' : 'one';

/** Text that JSON would parse as another type, such as true, is written in quotes to stay text. */
const isPlain = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'string';
  } catch {
    return true;
  }
};

const oneText = (value: unknown): string =>
  typeof value === 'string'
    ? isPlain(value) && !value.startsWith('"')
      ? value
      : JSON.stringify(value)
    : (JSON.stringify(value) ?? '');

export const textOf = ({ operator, value }: Filter): string =>
  kindOf(operator) === 'list' && Array.isArray(value)
    ? value.map((one) => oneText(one)).join(', ')
    : oneText(value);

/** Numbers, true, false, null and quoted text are parsed as JSON; everything else is text. */
function oneValue(text: string): unknown {
  const trimmed = text.trim();
  if (!/^(-?\d|true$|false$|null$|"|\[|\{)/.test(trimmed)) return trimmed;
  try {
    return JSON.parse(trimmed);
  } catch {
    return trimmed;
  }
}

export function valueOf(operator: Operator, text: string): unknown {
  const kind = kindOf(operator);
  if (kind === 'flag') return text !== 'false';
  if (kind === 'one') return oneValue(text);
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => oneValue(part));
}

/** Returns a text such as "incident.priority is one of P1, P2". */
export const inWords = (filter: Filter): string =>
  filter.operator === 'exists'
    ? `${filter.field} ${filter.value === false ? 'does not exist' : 'exists'}`
    : `${filter.field} ${operatorLabels[filter.operator]} ${textOf(filter)}`;
