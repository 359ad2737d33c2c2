// Texts are made safe for a terminal, measured in columns, cut and wrapped.

/** Control characters could move the cursor or change the title; direction marks could disguise an address. */
// eslint-disable-next-line no-control-regex -- these are refused
const UNSAFE = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** `styleText` writes such sequences around a text; they move no cursor. */
// eslint-disable-next-line no-control-regex -- the escape character of colours
const STYLED_OR_UNSAFE = new RegExp(String.raw`(\u001B\[[\d;]*m|[\n\t])|${UNSAFE.source}`, 'g');

/** Everything in a line of output that could control the terminal is removed, except colours. */
export const safeOutput = (line: string): string =>
  line.replaceAll(STYLED_OR_UNSAFE, (_, harmless: string | undefined) => harmless ?? '');

/** Returns one line without control characters. */
export const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(UNSAFE, '').trim();

/** Returns the lines of a text without control characters. */
const linesOf = (text: string): string[] =>
  text
    .replaceAll('\t', '  ')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll(UNSAFE, '').trimEnd());

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** East Asian wide characters and emoji take two columns. */
const WIDE =
  /^(?:[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}|.*\uFE0F)/u;
// eslint-disable-next-line no-control-regex -- printable ASCII needs no segmenter
const ASCII = /^[\u0020-\u007E]*$/;

const graphemes = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);
const columnsOf = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : 1);

export const widthOf = (text: string): number =>
  ASCII.test(text) ? text.length : graphemes(text).reduce((sum, one) => sum + columnsOf(one), 0);

/** Cuts a text to a width, with an ellipsis as its last character. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let start = '';
  let used = 1;
  for (const one of graphemes(text)) {
    used += columnsOf(one);
    if (used > width) break;
    start += one;
  }
  return `${start.trimEnd()}…`;
}

export const padEnd = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));
export const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - widthOf(text))) + text;

/** Wraps at spaces. A longer word stays whole, so that an address can still be copied. */
export function wrap(text: string, width: number): string[] {
  return linesOf(text).flatMap((line) => {
    if (widthOf(line) <= width) return [line];
    const indent = /^\s*(?:[-*]\s+|\d+[.)]\s+)?/.exec(line)?.[0].length ?? 0;
    const wrapped: string[] = [];
    let current = line.slice(0, indent);
    let isEmpty = true;
    for (const word of line.slice(indent).split(/\s+/)) {
      if (!isEmpty && widthOf(current) + 1 + widthOf(word) > width) {
        wrapped.push(current);
        current = ' '.repeat(indent);
        isEmpty = true;
      }
      current += isEmpty ? word : ` ${word}`;
      isEmpty = false;
    }
    return [...wrapped, current];
  });
}

/** Returns `in_progress` as people write it. */
export const withSpaces = (value: string): string => value.replaceAll('_', ' ');

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
