// The title of a report is the beginning of its text: the first sentence, or enough of the text to say something.
/** Agents read titles in lists, which show about this many characters. */
export const MAX_TITLE = 120;
/** A shorter beginning, such as a greeting, says nothing; what follows belongs to the title. */
const MIN_TITLE = 16;
/** Only the beginning of the text is split. */
const MAX_READ = 1000;

const splitInto = (granularity: 'sentence' | 'word' | 'grapheme', text: string): string[] =>
  [...new Intl.Segmenter('en', { granularity }).segment(text)].map(({ segment }) => segment);

/** Joins parts as long as they fit. */
function joinFitting(parts: readonly string[], length: number): string {
  let text = '';
  for (const part of parts) {
    if (text.length + part.length > length) break;
    text += part;
  }
  return text.trimEnd();
}

/** The text is cut after a word, or inside one that is too long, but never inside a character. */
function cut(text: string): string {
  if (text.length <= MAX_TITLE) return text;
  const room = MAX_TITLE - 1;
  const whole = joinFitting(splitInto('word', text), room);
  const fitting = whole === '' ? joinFitting(splitInto('grapheme', text), room) : whole;
  return `${fitting === '' ? text.slice(0, room).toWellFormed() : fitting}…`;
}

const inOneLine = (text: string): string => text.split(/\s+/u).filter(Boolean).join(' ');

export function titleOf(text: string): string {
  const lines = text.trim().slice(0, MAX_READ).split('\n');
  const sentences = lines.flatMap((line) => splitInto('sentence', line));
  let title = '';
  for (const sentence of sentences) {
    if (title.length >= MIN_TITLE) break;
    title = inOneLine(`${title} ${sentence}`);
  }
  const isOneStop = title.endsWith('.') && !title.endsWith('..');
  return cut(isOneStop ? title.slice(0, -1) : title);
}

/** The text is the description too, unless the title says all of it. */
export const saysMore = (text: string, title: string): boolean =>
  text.trim() !== title && text.trim() !== `${title}.`;

/** A draft may begin with a title that was written elsewhere; the form has one text. */
export function textOf({ title, description }: { title: string; description: string }): string {
  if (description === '') return title;
  const isBeginning = description.trimStart().startsWith(title) || titleOf(description) === title;
  return isBeginning ? description : `${title}\n\n${description}`;
}

/** The body of a new record as the form of employees sends it. */
export function bodyOfText({
  description,
  ...rest
}: Record<string, unknown>): Record<string, unknown> {
  const title = rest['short_description'];
  const isMore =
    typeof description === 'string' && typeof title === 'string' && saysMore(description, title);
  return isMore ? { ...rest, description } : rest;
}
