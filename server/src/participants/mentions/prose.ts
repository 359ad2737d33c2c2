// Blanks the code of a Markdown text, where an @ mentions nobody. Takes time linear in the text.

const FENCE = /^(?:[-*+]|\d{1,9}[.)])?[ \t]{0,9}(`{3,}|~{3,})/;
const LIST_ITEM = /^[ \t]{0,9}(?:[-*+]|\d{1,9}[.)])[ \t]/;
const INDENTED = /^(?: {4}|\t)/;

/** Takes the place of code; no name and no address contains it. */
const BLANK = '\0';

/** Removes the marks of quotations at the beginning of a line. */
function withoutQuoteMarks(line: string): string {
  let at = 0;
  for (let next = at; next < line.length; next += 1) {
    const mark = line[next];
    if (mark === '>') at = next + 1;
    else if (mark !== ' ' || next - at >= 4) break;
  }
  return at > 0 && line[at] === ' ' ? line.slice(at + 1) : line.slice(at);
}

function openingFence(line: string): string | undefined {
  const text = line.trimStart();
  const marks = FENCE.exec(text);
  const fence = marks?.[1];
  // Three backticks in a line with others are a span.
  const isSpan = fence?.startsWith('`') && text.slice(marks?.[0].length).includes('`');
  return isSpan ? undefined : fence;
}

const closes = (fence: string, line: string): boolean => {
  const marks = line.trim();
  return marks.length >= fence.length && marks === fence.charAt(0).repeat(marks.length);
};

interface Run {
  start: number;
  length: number;
}

const backtickRuns = (text: string): Run[] =>
  [...text.matchAll(/`+/g)].map(({ index, 0: marks }) => ({ start: index, length: marks.length }));

/** An odd number of backslashes escapes the backtick after them. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/** A span begins and ends with equally many backticks. */
function withoutSpans(paragraph: string): string {
  const runs = backtickRuns(paragraph);
  const byLength = Map.groupBy(runs.keys(), (index) => runs[index]?.length ?? 0);
  const passed = new Map<number, number>();
  /** Returns the index of the next run of this length after another run. */
  const findNext = (length: number, index: number): number | undefined => {
    const ofLength = byLength.get(length) ?? [];
    let at = passed.get(length) ?? 0;
    while ((ofLength[at] ?? Infinity) <= index) at += 1;
    passed.set(length, at);
    return ofLength[at];
  };
  const parts: string[] = [];
  let end = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const { start, length } = runs[index] as Run;
    const opening = isEscaped(paragraph, start) ? length - 1 : length;
    const closing = opening === 0 ? undefined : findNext(opening, index);
    if (closing === undefined) continue;
    const last = runs[closing] as Run;
    parts.push(paragraph.slice(end, start), BLANK);
    end = last.start + last.length;
    index = closing;
  }
  return [...parts, paragraph.slice(end)].join('');
}

/** Returns the paragraphs of the text without blocks of code, with spans of code blanked. */
export function proseOf(markdown: string): string[] {
  const paragraphs: string[][] = [[]];
  let fence: string | undefined;
  let isInList = false;
  let isAfterBlank = true;
  for (const raw of markdown.split(/\r?\n/)) {
    const line = withoutQuoteMarks(raw);
    if (fence !== undefined) {
      if (closes(fence, line)) fence = undefined;
      continue;
    }
    fence = openingFence(line);
    if (fence !== undefined) paragraphs.push([]);
    else if (line.trim() === '') {
      paragraphs.push([]);
      isAfterBlank = true;
    } else if (!INDENTED.test(line) || isInList || !isAfterBlank) {
      isInList = LIST_ITEM.test(line) || (isInList && (!isAfterBlank || /^[ \t]/.test(line)));
      isAfterBlank = false;
      paragraphs.at(-1)?.push(line);
    }
  }
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => withoutSpans(lines.join('\n')));
}
