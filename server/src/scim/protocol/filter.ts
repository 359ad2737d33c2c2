// Reads filters of RFC 7644, section 3.4.2.2, in time proportional to their length: comparisons by eq, sw and co, joined
// by `and`.
import { ScimError } from './scim-error.ts';

export interface Condition {
  /** The path is in lower case. */
  attribute: string;
  operator: 'eq' | 'sw' | 'co';
  value: string | boolean | null;
}

const MAX_FILTER_LENGTH = 2000;
const MAX_CONDITIONS = 10;

const ALLOWED =
  'Use comparisons of an attribute by eq, sw or co with a JSON value, joined by and, without parentheses.';

const invalidFilter = (problem: string): ScimError =>
  new ScimError(400, 'invalidFilter', `${problem} ${ALLOWED}`);

const SPACES = / +/y;
const ATTRIBUTE = /[A-Za-z$][\w$:.-]*/y;
const OPERATOR = /(?:eq|sw|co)(?= )/iy;
const AND = /and(?= )/iy;
const VALUE = /"(?:[^"\\]|\\.)*"|true|false|null/iy;

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  take(pattern: RegExp): string | undefined {
    this.#skip(SPACES);
    return this.#skip(pattern);
  }

  #skip(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }
}

function readValue(literal: string): Condition['value'] {
  let value: Condition['value'];
  try {
    value = JSON.parse(literal.startsWith('"') ? literal : literal.toLowerCase());
  } catch {
    throw invalidFilter('A value is not valid JSON.');
  }
  // PostgreSQL can neither compare nor store such text.
  const isStorable = typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'));
  if (!isStorable) throw invalidFilter('A value contains NUL or an unpaired surrogate.');
  return value;
}

function readCondition(scanner: Scanner): Condition {
  const attribute = scanner.take(ATTRIBUTE);
  if (attribute === undefined) throw invalidFilter('The name of an attribute is missing.');
  const operator = scanner.take(OPERATOR)?.toLowerCase() as Condition['operator'] | undefined;
  if (operator === undefined) throw invalidFilter(`The operator after ${attribute} is unknown.`);
  const literal = scanner.take(VALUE);
  if (literal === undefined) throw invalidFilter(`The value of ${attribute} is missing.`);
  const value = readValue(literal);
  if (operator !== 'eq' && typeof value !== 'string')
    throw invalidFilter(`${operator} compares text.`);
  return { attribute: attribute.toLowerCase(), operator, value };
}

export function parseFilter(text: string): Condition[] {
  if (text.length > MAX_FILTER_LENGTH)
    throw invalidFilter(`A filter has at most ${MAX_FILTER_LENGTH} characters.`);
  const scanner = new Scanner(text.trimEnd());
  const conditions = [readCondition(scanner)];
  while (!scanner.isAtEnd) {
    if (scanner.take(AND) === undefined) throw invalidFilter('Only `and` may follow a comparison.');
    conditions.push(readCondition(scanner));
    if (conditions.length > MAX_CONDITIONS)
      throw invalidFilter(`A filter has at most ${MAX_CONDITIONS} comparisons.`);
  }
  return conditions;
}

const tests: Record<Condition['operator'], (actual: string, value: string) => boolean> = {
  eq: (actual, value) => actual === value,
  sw: (actual, value) => actual.startsWith(value),
  co: (actual, value) => actual.includes(value),
};

/** Compares an attribute of an element of a list. Text is compared regardless of case, ids too, because none differ in it. */
export function isMatch(actual: unknown, { operator, value }: Condition): boolean {
  if (typeof actual !== 'string' || typeof value !== 'string') return (actual ?? null) === value;
  return tests[operator](actual.toLowerCase(), value.toLowerCase());
}

export const parseOptionalFilter = (text: string | undefined): Condition[] =>
  text === undefined || text.trim() === '' ? [] : parseFilter(text);
