// The values of a form are what somebody has typed; its answers are what the service takes.
import { type AnswerFault, type Answers, evaluateForm, type Form } from './forms.ts';

/** Each value is the answer to a question; a text that is no answer to its type stays as it was typed. */
export type FormValues = Readonly<Record<string, unknown>>;

/** A field that was emptied has no answer. White space around one line is not meant. */
function answerOf(type: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value : null;
  if (typeof value !== 'string') return value;
  const text = type === 'long_text' ? value : value.trim();
  return text.trim() === '' ? null : text;
}

/** Values of questions that the form no longer has are left out. */
const givenAnswers = (form: Form, values: FormValues): Answers =>
  Object.fromEntries(
    form
      .filter(({ key }) => Object.hasOwn(values, key))
      .map(({ key, type }) => [key, answerOf(type, values[key])]),
  );

export const evaluateValues = (form: Form, values: FormValues) =>
  evaluateForm(form, givenAnswers(form, values));

/** Hidden questions are not sent. A question that was emptied is sent as null, because it may have a default. */
export function answersToSend(form: Form, values: FormValues): Answers {
  const given = givenAnswers(form, values);
  const { visible } = evaluateForm(form, given);
  return Object.fromEntries(
    visible.filter((key) => Object.hasOwn(given, key)).map((key) => [key, given[key]]),
  );
}

const keyIn = (pointer: string): string =>
  pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns the first fault of each question, in the order of the form, by the key of the question. */
export function faultsByKey(
  faults: readonly Pick<AnswerFault, 'pointer' | 'message'>[],
): ReadonlyMap<string, string> {
  const byKey = new Map<string, string>();
  for (const { pointer, message } of faults) {
    const key = keyIn(pointer);
    if (!byKey.has(key)) byKey.set(key, message);
  }
  return byKey;
}

const ANSWERS = '/answers';

/** Returns the messages of a response about answers, by the keys of their questions. */
export const faultsInResponse = (
  faults: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> =>
  faultsByKey(
    [...faults]
      .filter(([pointer]) => pointer.startsWith(`${ANSWERS}/`))
      .map(([pointer, message]) => ({ pointer: pointer.slice(ANSWERS.length), message })),
  );

/** A message at its field need not name the question. */
export function textAtField(label: string, message: string): string {
  const named = `“${label}” `;
  if (!message.startsWith(named)) return message;
  const rest = message.slice(named.length);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

const NUMBER = /^-?\d{1,16}(?:[.,]\d{1,16})?$/;

/** A text that is no number stays as it was typed. A comma may separate the decimals. */
export function numberIn(typed: string): number | string {
  const text = typed.trim();
  return NUMBER.test(text) ? Number(text.replace(',', '.')) : typed;
}
