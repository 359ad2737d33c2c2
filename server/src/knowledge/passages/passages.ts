// Articles are embedded and found by passages, each small enough for the model to read whole.
import { cut as cutText } from '../../platform/text.ts';
import { type Block, divisions, type Section, sectionsOf } from './markdown-blocks.ts';
import { estimateTokens, plainText } from './plain-text.ts';

export interface ArticleText {
  title: string;
  summary?: string | null;
  /** The body is Markdown. */
  body: string;
}

export interface Passage {
  /** Positions start at 0; article, version and position identify a passage. */
  position: number;
  /** The outermost heading comes first. */
  headingPath: string[];
  /** The text is Markdown to show; it is empty for an article that has only a title. */
  text: string;
  /** The plain text that is embedded consists of the title, the heading path and the text. */
  embeddingText: string;
}

/** The model reads this many tokens, with the two that begin and end a text. */
export const MAX_PASSAGE_TOKENS = 256;
const TOKENS_AROUND = 2;
/** The text gets at least this many tokens below a title and headings of any length; the model may then ignore its end. */
const MIN_TEXT_TOKENS = 64;

type CountTokens = (text: string) => number;

interface Piece {
  text: string;
  tokens: number;
  /** The glue joins it to the piece before it. */
  glue: string;
}

/** A text is cut at line ends, else at sentence ends, else at white space, else anywhere. */
const SPLITS: readonly RegExp[] = [/(?<=\n)/, /(?<=[.!?:;]\s)/, /(?<=\s)/];

function halves(text: string): [string, string] {
  const middle = text.length >> 1;
  // The two units of one character must not be separated.
  const at = text.slice(0, middle).isWellFormed() ? middle : middle + 1;
  return [text.slice(0, at), text.slice(at)];
}

/** Cuts a text that is too long into texts that fit, at the best kind of place that suffices. */
function cut(text: string, limit: number, count: CountTokens, level = 0): string[] {
  if (count(plainText(text)) <= limit) return [text];
  const split = SPLITS[level];
  if (!split)
    return text.length < 4
      ? [text]
      : halves(text).flatMap((half) => cut(half, limit, count, level));
  const atoms = text.split(split);
  if (atoms.length === 1) return cut(text, limit, count, level + 1);
  const texts: string[] = [];
  let current = '';
  let tokens = 0;
  for (const atom of atoms) {
    const own = count(plainText(atom));
    if (current !== '' && tokens + own > limit) {
      texts.push(current);
      current = '';
      tokens = 0;
    }
    current += atom;
    tokens += own;
  }
  texts.push(current);
  return texts.flatMap((part) => cut(part, limit, count, level + 1));
}

/** Returns a block as one piece if it fits, else its items, rows or lines, each with the header or fence that it needs. */
function piecesOf(block: Block, limit: number, count: CountTokens): Piece[] {
  const pieceOf = (text: string, glue: string): Piece => ({
    text,
    tokens: count(plainText(text)),
    glue,
  });
  const whole = pieceOf(block.lines.join('\n').trimEnd(), '\n\n');
  // A thematic break and an empty code block have no tokens.
  if (whole.tokens === 0) return [];
  if (whole.tokens <= limit) return [whole];
  const division = divisions[block.kind];
  const [before, after] = [division.before(block.lines), division.after(block.lines)];
  const room = Math.max(limit - count(plainText(before.join('\n'))), limit >> 1);
  const parts = division
    .parts(block.lines)
    .flatMap((part) => cut(part, room, count))
    .map((text) => pieceOf(text, block.kind === 'paragraph' ? '' : '\n'));
  return pack(parts, room).map((text) => pieceOf([...before, text, ...after].join('\n'), '\n\n'));
}

/** Joins neighbours as long as they fit. */
function pack(pieces: readonly Piece[], limit: number): string[] {
  const texts: string[] = [];
  let tokens = Infinity;
  for (const piece of pieces) {
    if (tokens + piece.tokens > limit) {
      texts.push(piece.text);
      tokens = piece.tokens;
    } else {
      texts.push(`${texts.pop()}${piece.glue}${piece.text}`);
      tokens += piece.tokens;
    }
  }
  return texts.map((text) => text.replace(/^\n+/, '').trimEnd()).filter((text) => text !== '');
}

const isBelow = (section: Section | undefined, { headingPath }: Section): boolean =>
  section !== undefined &&
  section.headingPath.length > headingPath.length &&
  headingPath.every((text, level) => section.headingPath[level] === text);

/** An empty section is left out, unless its heading is as long as a text. */
const MAX_EMPTY_HEADING = 200;

/**
 * A longer heading is cut in the path of each passage below it, and is also text of its section, so that no word is lost.
 * A title, of at most 255 characters, is never cut.
 */
const MAX_HEADING_LENGTH = 500;

function withWholeHeading(section: Section): Section {
  const heading = section.headingPath.at(-1) ?? '';
  if (heading.length <= MAX_HEADING_LENGTH) return section;
  return { ...section, blocks: [{ kind: 'paragraph', lines: [heading] }, ...section.blocks] };
}

/** Turns a long heading that no passage has in its path into text: otherwise it would be lost. */
function withLoneHeadings(sections: readonly Section[]): Section[] {
  const hasText = ({ blocks }: Section) =>
    blocks.some(({ lines }) => plainText(lines.join('\n')).trim() !== '');
  const isLong = ({ headingPath }: Section) =>
    (headingPath.at(-1)?.length ?? 0) > MAX_EMPTY_HEADING;
  const isRepeated = (section: Section, n: number): boolean => {
    for (let at = n + 1; isBelow(sections[at], section); at += 1) {
      const below = sections[at];
      if (below && (hasText(below) || isLong(below))) return true;
    }
    return false;
  };
  return sections.map((section, n) =>
    !isLong(section) || hasText(section) || isRepeated(section, n)
      ? withWholeHeading(section)
      : {
          headingPath: section.headingPath.slice(0, -1),
          blocks: [{ kind: 'paragraph', lines: section.headingPath.slice(-1) }],
        },
  );
}

/** An article of the maximum length has about 130 passages, unless its sections have a single word. */
const MAX_PASSAGES = 1000;

/** Returns the same passages for the same article and the same `count`. */
export function passagesOf(article: ArticleText, count: CountTokens = estimateTokens): Passage[] {
  const title = cutText(plainText(article.title), MAX_HEADING_LENGTH);
  const body = [article.summary ?? '', article.body].join('\n\n');
  const passages = withLoneHeadings(sectionsOf(body)).flatMap(({ headingPath: whole, blocks }) => {
    const headingPath = whole.map((text) => cutText(text, MAX_HEADING_LENGTH));
    const heading = [title, headingPath.map(plainText).join(' > ')].filter(Boolean).join('\n');
    const limit = Math.max(MAX_PASSAGE_TOKENS - TOKENS_AROUND - count(heading), MIN_TEXT_TOKENS);
    const pieces = blocks.flatMap((block) => piecesOf(block, limit, count));
    return pack(pieces, limit).map((text) => ({
      headingPath,
      text,
      embeddingText: `${heading}\n${plainText(text)}`.trim(),
    }));
  });
  const found =
    passages.length > 0 ? passages : [{ headingPath: [], text: '', embeddingText: title }];
  return found.slice(0, MAX_PASSAGES).map((passage, position) => ({ position, ...passage }));
}
