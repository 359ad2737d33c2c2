// A naive interpreter of forms, written from the contract alone: it shares no code with server/src/forms. Answers are valid
// if the schema of a field of the same type takes them.
import type { Question, QuestionType } from '../../../src/forms/index.ts';
import { bodyValidator, type Validate } from '../../../src/platform/http/input/validation.ts';
import { valueSchema } from '../../../src/records/index.ts';
import { holds } from '../conditions/naive.ts';

interface NaiveFault {
  pointer: string;
  /** Each of these codes would be right. */
  codes: string[];
}

export interface NaiveEvaluation {
  visible: string[];
  answers: Record<string, unknown>;
  faults: NaiveFault[];
}

type Values = Record<string, unknown>;

const validators = new Map<string, Validate>();

function validatorOf(type: QuestionType, values: readonly string[]): Validate {
  const name = JSON.stringify([type, values]);
  const known = validators.get(name);
  if (known) return known;
  const choices = values.map((value) => ({ value, label: value, active: true }));
  const validate = bodyValidator(valueSchema({ type, choices }));
  validators.set(name, validate);
  return validate;
}

/** Text that cannot be stored is refused for the whole body, before its answers are read. */
export function codesOf({ type, choices }: Question, value: unknown): string[] {
  const validate = validatorOf(
    type,
    choices.map((choice) => choice.value),
  );
  const codes = validate(value).faults.map(({ code }) => code as string);
  // Ajv does not find two items that are both named __proto__.
  const isRepeated =
    type === 'choices' && Array.isArray(value) && value.some((one, at) => value.indexOf(one) < at);
  // Null as an item of a list is a value of another type; as an answer it is none.
  return [...codes, ...(isRepeated ? ['not_allowed'] : [])]
    .filter((code) => code !== 'invalid_characters')
    .map((code) => (code === 'not_nullable' ? 'invalid_type' : code));
}

/** Walks through the units: NUL, and half of a pair, become the replacement character. */
function repair(text: string): string {
  const units: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const [unit, next] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
    const isHigh = unit >= 0xd800 && unit <= 0xdbff;
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (isHigh && next >= 0xdc00 && next <= 0xdfff) {
      units.push(text.slice(at, at + 2));
      at += 1;
    } else units.push(isHigh || isLow || unit === 0 ? '\uFFFD' : text.charAt(at));
  }
  return units.join('');
}

/** Reads the digits of a valid time; digits after the third of a second are cut. */
function toUtc(text: string): string {
  const at = (from: number, length: number) => Number(text.slice(from, from + length) || '0');
  const [year, month, day] = [at(0, 4), at(5, 2), at(8, 2)];
  const hasSeconds = text[16] === ':';
  const fraction = text[19] === '.' ? (/^\d+/.exec(text.slice(20))?.[0] ?? '') : '';
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const local = [at(11, 2), at(14, 2), hasSeconds ? at(17, 2) : 0] as const;
  const sign = text.length > 10 ? text.at(-6) : 'Z';
  const [hours, minutes] = text.slice(-5).split(':').map(Number);
  const offset = sign === '+' || sign === '-' ? (hours ?? 0) * 60 + (minutes ?? 0) : 0;
  const shift = sign === '-' ? offset : -offset;
  const [hour, minute, second] = local;
  const time = Date.UTC(year, month - 1, day, hour, minute + shift, second, milliseconds);
  return new Date(time).toISOString();
}

function toStored(type: QuestionType, value: unknown): unknown {
  if (type === 'text' || type === 'long_text') return repair(value as string);
  if (type === 'datetime') return toUtc(value as string);
  return Object.is(value, -0) ? 0 : value;
}

const MAX_BYTES = 100_000;

/** Steps of a pointer are escaped by RFC 6901. */
const stepOf = (key: string): string => key.split('~').join('~0').split('/').join('~1');

export function answerNaively(form: readonly Question[], given: Values): NaiveEvaluation {
  const visible: string[] = [];
  const answers: Values = {};
  const faults: NaiveFault[] = [];
  const keys = new Set(form.map(({ key }) => key));
  const times = new Set(form.filter(({ type }) => type === 'datetime').map(({ key }) => key));
  const givenKeys = Object.keys(given);
  for (const key of givenKeys)
    if (!keys.has(key)) faults.push({ pointer: `/${stepOf(key)}`, codes: ['unknown_field'] });
  for (const question of form) {
    const { key, show_if, required, type } = question;
    const world = { before: null, after: answers, ci: null, requester: null, note: null, times };
    if (show_if !== null && !holds(show_if, world)) continue;
    visible.push(key);
    const answer = givenKeys.includes(key) ? given[key] : question.default;
    if (answer === null) {
      if (required) faults.push({ pointer: `/${key}`, codes: ['required'] });
      continue;
    }
    const codes = codesOf(question, answer);
    if (codes.length > 0) faults.push({ pointer: `/${key}`, codes });
    else answers[key] = toStored(type, answer);
  }
  if (Buffer.byteLength(JSON.stringify(answers)) > MAX_BYTES)
    faults.push({ pointer: '', codes: ['too_large'] });
  return { visible, answers, faults };
}
