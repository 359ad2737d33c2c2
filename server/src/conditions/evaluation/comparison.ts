// Compares the value of a field with that of a leaf or filter. A test is prepared once for the latter, so that a stored
// condition does that part of the work only once.

/** Gets the value that is compared with that of a field, and returns the test. */
export type PrepareTest = (expected: unknown) => (actual: unknown) => boolean;

const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Longer text is not a number. */
const MAX_NUMBER_LENGTH = 40;
/** At most this many items of a list are compared: a quarter of a million would take 250 ms. */
export const MAX_ITEMS = 1000;

const isNumeric = (text: string): boolean => text.length <= MAX_NUMBER_LENGTH && NUMBER.test(text);

/** Numeric text compares as a number; everything else as it is. The sum makes -0 equal to 0. */
const comparable = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 0;
  return typeof value === 'string' && isNumeric(value) ? Number(value) + 0 : value;
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const entriesOf = (value: object): [string, unknown][] => Object.entries(value);

/**
 * Compares values as JSON has them, regardless of the order of members. It runs in browsers too, so it cannot be Node's;
 * the packages for it call methods of the values, which a caller's object may replace.
 */
function isDeepEqual(left: object, right: object): boolean {
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const members = entriesOf(left);
  return (
    members.length === Object.keys(right).length &&
    members.every(
      ([name, value]) =>
        Object.hasOwn(right, name) && isIdentical(value, (right as Record<string, unknown>)[name]),
    )
  );
}

export const isIdentical = (left: unknown, right: unknown): boolean =>
  left === right || (isObject(left) && isObject(right) && isDeepEqual(left, right));

export const equals: PrepareTest = (expected) => {
  const key = comparable(expected);
  return (actual) => actual === expected || isIdentical(comparable(actual), key);
};

/** The set makes a list of any length as fast as one value. */
export const isIn: PrepareTest = (list) => {
  if (!Array.isArray(list)) return () => false;
  const keys = list.slice(0, MAX_ITEMS).map(comparable);
  const [objects, scalars] = [keys.filter(isObject), new Set(keys.filter((key) => !isObject(key)))];
  return (actual) => {
    const key = comparable(actual);
    return isObject(key) ? objects.some((object) => isIdentical(key, object)) : scalars.has(key);
  };
};

/** Returns undefined if the two have no order, such as a number and a word. */
function order(left: unknown, right: unknown): number | undefined {
  const [a, b] = [comparable(left), comparable(right)];
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

export const hasOrder =
  (fits: (difference: number) => boolean): PrepareTest =>
  (expected) =>
  (actual) => {
    const difference = order(actual, expected);
    return difference !== undefined && fits(difference);
  };

/** Avoids String(), which throws on an object whose own member toString is not a function. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** A text contains a part; a list contains an item. */
export const contains: PrepareTest = (part) => {
  const [text, isPart] = [textOf(part), equals(part)];
  return (whole) =>
    typeof whole === 'string'
      ? whole.includes(text)
      : Array.isArray(whole) && whole.slice(0, MAX_ITEMS).some(isPart);
};

export const hasText =
  (fits: (text: string, part: string) => boolean): PrepareTest =>
  (part) => {
    const text = textOf(part);
    return (actual) => typeof actual === 'string' && fits(actual, text);
  };

/** Without a value, the leaf asks whether there is one. */
export const isPresent: PrepareTest = (expected) => (actual) =>
  (actual !== undefined) === (expected !== false);

export const not =
  (prepare: PrepareTest): PrepareTest =>
  (expected) => {
    const test = prepare(expected);
    return (actual) => !test(actual);
  };
