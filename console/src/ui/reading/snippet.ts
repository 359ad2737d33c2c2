// A snippet shows a fragment of Markdown as plain text, with the words that matched but not the marks around them.
export interface SnippetPart {
  text: string;
  match: boolean;
}

const isSpace = (char: string | undefined): boolean =>
  char === undefined || char === ' ' || char === '\n' || char === '\t';
const isWord = (char: string | undefined): boolean =>
  char !== undefined && (char.toLowerCase() !== char.toUpperCase() || (char >= '0' && char <= '9'));

/** Headings, quotes and lists begin with one of these and a space. */
const lineMarks = new Set(['#', '>', '-', '+', '*']);

/** Decides whether the character at `index` is a mark of Markdown, and not a part of the text. */
function isMark(text: string, index: number, isLineStart: boolean, lastLink: number): boolean {
  const [before, char = '', after] = [text[index - 1], text[index], text[index + 1]];
  if (char === '`') return true;
  // The mark is a sign in "5 * 3", and a part of the name in "~/bin".
  if (char === '*') return isLineStart || !(isSpace(before) && isSpace(after));
  if (char === '~') return before === '~' || after === '~';
  if (char === '_') return !(isWord(before) && isWord(after));
  if (char === '[') return index < lastLink;
  if (char === '!') return after === '[' && index < lastLink;
  return isLineStart && lineMarks.has(char) && (isSpace(after) || after === char);
}

/** Returns the end of the address of a link whose text ends at `index`; undefined if there is none. */
function endOfLink(text: string, index: number): number | undefined {
  if (text[index] !== ']' || text[index + 1] !== '(') return undefined;
  const end = text.indexOf(')', index);
  // A fragment may end within an address.
  return end === -1 ? text.length : end;
}

/** The time is linear in the length of any text. */
export function plainSnippet(parts: readonly SnippetPart[]): SnippetPart[] {
  const text = parts.map((part) => part.text).join('');
  const lastLink = text.lastIndexOf('](');
  const shown: SnippetPart[] = [];
  let [part, left] = [0, parts[0]?.text.length ?? 0];
  let isLineStart = true;
  let endsWithSpace = true;
  let skipTo = -1;
  for (let index = 0; index < text.length; index += 1) {
    while (left === 0) {
      part += 1;
      left = parts[part]?.text.length ?? 0;
    }
    left -= 1;
    const char = text[index] ?? '';
    if (index > skipTo) skipTo = endOfLink(text, index) ?? skipTo;
    if (index <= skipTo || isMark(text, index, isLineStart, lastLink)) continue;
    isLineStart = char === '\n' || (isLineStart && isSpace(char));
    const match = parts[part]?.match ?? false;
    const last = shown.at(-1);
    // Line breaks, and the spaces around a removed mark, become one space.
    const next = isSpace(char) ? ' ' : char;
    if (next === ' ' && endsWithSpace) continue;
    endsWithSpace = next === ' ';
    if (last?.match === match) last.text += next;
    else shown.push({ text: next, match });
  }
  return shown;
}
