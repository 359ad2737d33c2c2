// The type of a question decides which answers it takes. The limits are those of the instance's own fields.
import { isDate, isTimestamp, isWebAddress, EMAIL } from '../platform/http/input/formats.ts';
import { nearest, toStorable } from '../platform/text.ts';
import type { Question, QuestionType } from './form.ts';

export const MAX_TEXT = 255;
export const MAX_LONG_TEXT = 10_000;
const MAX_ADDRESS = 254;
/** A page address fits into an entry of an index. */
export const MAX_URL_BYTES = 1000;
/** JavaScript and PostgreSQL write such numbers alike, and neither rounds them. */
export const MAX_DECIMAL = 1e9;
export const MAX_DECIMAL_PLACES = 6;
export const CI_PATTERN = '^CI[0-9]{1,18}$';
export const MAX_CHOSEN = 100;

type FaultCode =
  | 'blank'
  | 'invalid_format'
  | 'invalid_type'
  | 'not_allowed'
  | 'too_few'
  | 'too_large'
  | 'too_long'
  | 'too_many'
  | 'too_small';

/** The reason ends a sentence that names the question; the place of the fault is added to it. */
export interface AnswerRefusal {
  code: FaultCode;
  reason: string;
  allowed?: readonly string[];
  nearest?: string | undefined;
}

type Rule = (value: unknown, question: Question) => AnswerRefusal | undefined;

const refuse = (code: FaultCode, reason: string): AnswerRefusal => ({ code, reason });

const NOT_BLANK = /\S/u;
const CI_ID = new RegExp(CI_PATTERN, 'u');
const encoder = new TextEncoder();

export const bytesOf = (text: string): number => encoder.encode(text).length;

const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** Counts characters as the limits of fields do. A text that is far too long is not counted. */
const isLonger = (value: string, most: number): boolean =>
  value.length > 2 * most || value.length - (value.match(SURROGATE_PAIR)?.length ?? 0) > most;

const text =
  (most: number): Rule =>
  (value) => {
    if (typeof value !== 'string') return refuse('invalid_type', 'takes text');
    if (isLonger(value, most)) return refuse('too_long', `takes at most ${most} characters`);
    return NOT_BLANK.test(value) ? undefined : refuse('blank', 'cannot be blank');
  };

interface Format {
  fits: (value: string) => boolean;
  form: string;
  /** Returns the reason; a long text is not read. */
  tooLong?: (value: string) => string | undefined;
}

const format =
  ({ fits, form, tooLong }: Format): Rule =>
  (value) => {
    if (typeof value !== 'string') return refuse('invalid_type', 'takes text');
    const reason = tooLong?.(value);
    if (reason !== undefined) return refuse('too_long', reason);
    return fits(value) ? undefined : refuse('invalid_format', `takes ${form}`);
  };

const between =
  (least: number, most: number, isOfType: (value: number) => boolean, name: string): Rule =>
  (value) => {
    if (typeof value !== 'number' || !isOfType(value))
      return refuse('invalid_type', `takes ${name}`);
    if (value < least) return refuse('too_small', `takes at least ${least}`);
    return value > most ? refuse('too_large', `takes at most ${most}`) : undefined;
  };

const isDecimal = between(-MAX_DECIMAL, MAX_DECIMAL, Number.isFinite, 'a number');

const oneOfChoices: Rule = (value, { choices }) => {
  const allowed = choices.map((choice) => choice.value);
  if (typeof value !== 'string') return { ...refuse('invalid_type', 'takes text'), allowed };
  if (allowed.includes(value)) return undefined;
  return {
    ...refuse('not_allowed', 'takes one of its choices'),
    allowed,
    nearest: nearest(value, allowed),
  };
};

const rules: Readonly<Record<QuestionType, Rule>> = {
  text: text(MAX_TEXT),
  long_text: text(MAX_LONG_TEXT),
  integer: between(
    Number.MIN_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER,
    Number.isInteger,
    'a whole number',
  ),
  decimal: (value, question) => {
    const refusal = isDecimal(value, question);
    if (refusal || Number((value as number).toFixed(MAX_DECIMAL_PLACES)) === value) return refusal;
    return refuse('invalid_format', `takes at most ${MAX_DECIMAL_PLACES} decimal places`);
  },
  boolean: (value) =>
    typeof value === 'boolean' ? undefined : refuse('invalid_type', 'takes true or false'),
  date: format({ fits: isDate, form: 'a date such as 2026-11-15' }),
  datetime: format({ fits: isTimestamp, form: 'a time such as 2026-11-15T09:30:00Z' }),
  choice: oneOfChoices,
  choices: (value, question) => {
    if (!Array.isArray(value)) return refuse('invalid_type', 'takes a list');
    if (value.length === 0) return refuse('too_few', 'takes at least one choice');
    if (value.length > MAX_CHOSEN) return refuse('too_many', `takes at most ${MAX_CHOSEN} choices`);
    const refusal = value.map((one) => oneOfChoices(one, question)).find(Boolean);
    if (refusal) return refusal;
    const isRepeated = new Set(value).size < value.length;
    return isRepeated ? refuse('not_allowed', 'takes each choice once') : undefined;
  },
  person: format({
    fits: (value) => EMAIL.test(value),
    form: 'an e-mail address',
    tooLong: (value) =>
      isLonger(value, MAX_ADDRESS) ? `takes at most ${MAX_ADDRESS} characters` : undefined,
  }),
  ci: format({ fits: (value) => CI_ID.test(value), form: 'the id of a CI such as CI1042' }),
  url: format({
    fits: isWebAddress,
    form: 'a page address that begins with https:// or http://',
    tooLong: (value) =>
      bytesOf(value) > MAX_URL_BYTES ? `takes at most ${MAX_URL_BYTES} bytes in UTF-8` : undefined,
  }),
};

/** Returns why the question does not take the value; undefined if it does. */
export const answerRefusal = (question: Question, value: unknown): AnswerRefusal | undefined =>
  rules[question.type](value, question);

const stored: Readonly<Partial<Record<QuestionType, (value: string) => string>>> = {
  text: toStorable,
  long_text: toStorable,
  datetime: (value) => new Date(value).toISOString(),
};

/** Equal answers are stored alike: times in UTC with milliseconds, and zero without a sign. */
export function storedAnswer({ type }: Question, value: unknown): unknown {
  if (typeof value === 'string') return stored[type]?.(value) ?? value;
  return value === 0 ? 0 : value;
}
