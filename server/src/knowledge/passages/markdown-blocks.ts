// Markdown is cut into sections along its headings, and sections into blocks that should stay whole. Each pattern takes
// linear time on any line.

export interface Block {
  kind: 'paragraph' | 'list' | 'code' | 'table';
  lines: string[];
}

export interface Section {
  headingPath: string[];
  blocks: Block[];
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const CLOSING_MARKS = /(?<=^|[ \t])#+$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const LIST_ITEM = /^(\s*)(?:[-*+]|\d{1,9}[.)])(?:\s+|$)/;
const TABLE_DELIMITER = /^[ \t|:-]+$/;
const INDENTED = /^(?: {2,}|\t)\S/;
const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';

/** Returns the index after the closing fence, or after the last line if nothing closes it. */
function endOfFence(lines: readonly string[], start: number): number {
  const fence = FENCE.exec(lines[start]?.trimStart() ?? '')?.[1] ?? '';
  const closes = (line: string): boolean => {
    const marks = line.trim();
    return marks.length >= fence.length && marks === fence.charAt(0).repeat(marks.length);
  };
  let at = start + 1;
  while (at < lines.length && !closes(lines[at] ?? '')) at += 1;
  return Math.min(at + 1, lines.length);
}

const isTableStart = (lines: readonly string[], at: number): boolean => {
  const delimiter = lines[at + 1] ?? '';
  return (
    (lines[at] ?? '').includes('|') &&
    delimiter.includes('-') &&
    delimiter.includes('|') &&
    TABLE_DELIMITER.test(delimiter)
  );
};

const startsBlock = (lines: readonly string[], at: number): boolean =>
  FENCE.test(lines[at] ?? '') || HEADING.test(lines[at] ?? '') || isTableStart(lines, at);

/** A list continues after a blank line if the next line is an item or indented. Fences within the list belong to it. */
function endOfList(lines: readonly string[], start: number): number {
  let at = start;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (FENCE.test(line.trimStart()) && /^\s/.test(line)) at = endOfFence(lines, at);
    else if (isBlank(line)) {
      const next = lines[at + 1] ?? '';
      if (!LIST_ITEM.test(next) && !INDENTED.test(next)) return at;
      at += 1;
    } else if (at > start && startsBlock(lines, at)) return at;
    else at += 1;
  }
  return at;
}

function endWhile(lines: readonly string[], start: number, goesOn: (at: number) => boolean) {
  let at = start;
  while (at < lines.length && goesOn(at)) at += 1;
  return at;
}

/** Expects a line that is neither blank nor a heading. Returns the block that starts there and the index after it. */
function blockAt(lines: readonly string[], start: number): Block & { end: number } {
  const block = (kind: Block['kind'], end: number) => ({
    kind,
    lines: lines.slice(start, end),
    end,
  });
  if (FENCE.test(lines[start] ?? '')) return block('code', endOfFence(lines, start));
  if (isTableStart(lines, start))
    return block(
      'table',
      endWhile(
        lines,
        start,
        (at) => !isBlank(lines[at]) && (at < start + 2 || !startsBlock(lines, at)),
      ),
    );
  if (LIST_ITEM.test(lines[start] ?? '')) return block('list', endOfList(lines, start));
  return block(
    'paragraph',
    endWhile(
      lines,
      start,
      (at) =>
        at === start ||
        (!isBlank(lines[at]) && !startsBlock(lines, at) && !LIST_ITEM.test(lines[at] ?? '')),
    ),
  );
}

interface Heading {
  level: number;
  text: string;
}

function headingAt(line: string): Heading | undefined {
  const marks = HEADING.exec(line);
  if (!marks) return undefined;
  const text = line.slice(marks[0].length).trim().replace(CLOSING_MARKS, '').trim();
  return { level: marks[1]?.length ?? 1, text };
}

/** A paragraph of two lines is a heading if the second one underlines it: `Title` over `=====`. */
function underlinedHeading({ kind, lines }: Block): Heading | undefined {
  const rule = UNDERLINE.exec(lines.at(-1) ?? '')?.[1];
  if (kind !== 'paragraph' || lines.length !== 2 || rule === undefined) return undefined;
  return { level: rule.startsWith('=') ? 1 : 2, text: (lines[0] ?? '').trim() };
}

/** A section without blocks has a heading with only other headings below it, or with nothing. */
export function sectionsOf(markdown: string): Section[] {
  const lines = markdown.replaceAll(/\r\n?/g, '\n').split('\n');
  const open: Heading[] = [];
  let section: Section = { headingPath: [], blocks: [] };
  const sections = [section];
  const begin = (heading: Heading): void => {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    open.push(heading);
    const headingPath = open.map(({ text }) => text).filter((text) => text !== '');
    section = { headingPath, blocks: [] };
    sections.push(section);
  };
  for (let at = 0; at < lines.length;) {
    const heading = headingAt(lines[at] ?? '');
    if (isBlank(lines[at])) at += 1;
    else if (heading) {
      begin(heading);
      at += 1;
    } else {
      const { end, ...block } = blockAt(lines, at);
      const title = underlinedHeading(block);
      if (title) begin(title);
      else section.blocks.push(block);
      at = end;
    }
  }
  return sections;
}

function itemsOf(lines: readonly string[]): string[] {
  const indent = LIST_ITEM.exec(lines[0] ?? '')?.[1]?.length ?? 0;
  const items: string[][] = [];
  for (const line of lines) {
    const own = LIST_ITEM.exec(line)?.[1]?.length;
    if (items.length === 0 || (own !== undefined && own <= indent)) items.push([]);
    items.at(-1)?.push(line);
  }
  return items.map((item) => item.join('\n').trimEnd());
}

const fenceOf = (lines: readonly string[]): string => FENCE.exec(lines[0] ?? '')?.[1] ?? '```';

/** A fence that nothing closes extends to the end of the article. */
function contentOfCode(lines: readonly string[]): string[] {
  const isClosed = lines.length > 1 && lines.at(-1)?.trim().startsWith(fenceOf(lines));
  return lines.slice(1, isClosed ? -1 : undefined);
}

interface Division {
  /** Returns parts that should stay whole if the block cannot. */
  parts: (lines: string[]) => string[];
  /** `before` and `after` return lines to repeat around each part, so that a part reads like the whole. */
  before: (lines: string[]) => string[];
  after: (lines: string[]) => string[];
}

const none = (): string[] => [];

export const divisions: Record<Block['kind'], Division> = {
  paragraph: { parts: (lines) => [lines.join('\n')], before: none, after: none },
  list: { parts: itemsOf, before: none, after: none },
  table: { parts: (lines) => lines.slice(2), before: (lines) => lines.slice(0, 2), after: none },
  code: {
    parts: contentOfCode,
    before: (lines) => lines.slice(0, 1),
    after: (lines) => [fenceOf(lines)],
  },
};
