// A template is text with {{ path | pipe }} expressions: no code, no loops but `join`, and a bounded amount of work.
import { joinItems } from './join.ts';
import { boundedText } from './json-text.ts';
import { explainMissing, lookUp, type Members, type Path, readPath, type Source } from './paths.ts';
import { type Pipe, readPipe, readSeparator } from './pipes.ts';
import { Scanner } from './scanner.ts';
import { cut, toStorable } from '../platform/text.ts';

const MAX_EXPRESSIONS = 20;
const MAX_PIPES = 5;
/** One template reads at most this many characters of the payload: at most 5 ms of work. */
const MAX_CHARACTERS_READ = 20_000;

interface Expression {
  path: Path;
  /** Set if the path has `[*]`: the items are joined by it. */
  separator: string | undefined;
  pipes: readonly Pipe[];
}

type Part = string | Expression;
export type Template = readonly Part[];

const OPEN = '{{';
const CLOSE = '}}';

function readExpression(scanner: Scanner): Expression {
  scanner.skipWhitespace();
  const path = readPath(scanner);
  const separator = path.itemSteps && readSeparator(scanner);
  const maxPipes = separator === undefined ? MAX_PIPES : MAX_PIPES - 1;
  const pipes: Pipe[] = [];
  for (scanner.skipWhitespace(); scanner.take('|'); scanner.skipWhitespace()) {
    if (pipes.length === maxPipes) throw scanner.error(`at most ${MAX_PIPES} pipes are allowed`);
    scanner.skipWhitespace();
    pipes.push(readPipe(scanner));
  }
  return { path, separator, pipes };
}

/** A text that begins with `$.` is one expression without braces. */
function wholePath(text: string): Template | undefined {
  if (!text.startsWith('$.')) return undefined;
  const scanner = new Scanner(text);
  const expression = readExpression(scanner);
  if (!scanner.isAtEnd) throw scanner.error('unexpected text after the path');
  return [expression];
}

/** Throws a TemplateError with the position of the error. */
export function parseTemplate(text: string): Template {
  const whole = wholePath(text);
  if (whole) return whole;
  const parts: Part[] = [];
  const scanner = new Scanner(text);
  while (!scanner.isAtEnd) {
    const opens = text.indexOf(OPEN, scanner.at);
    parts.push(text.slice(scanner.at, opens === -1 ? text.length : opens));
    if (opens === -1) break;
    scanner.at = opens + OPEN.length;
    parts.push(readExpression(scanner));
    if (!scanner.take(CLOSE)) throw scanner.error(`expected ${CLOSE} or |`);
    if (parts.length > MAX_EXPRESSIONS * 2)
      throw scanner.error(`at most ${MAX_EXPRESSIONS} expressions ${OPEN} … ${CLOSE} are allowed`);
  }
  return parts;
}

export interface RenderResult {
  text: string;
  /** Explains each path that was not found and had no default. */
  missing: string[];
  /** Explains each list of which only the beginning was read. */
  cuts: string[];
}

interface ReadText {
  text: string;
  isFound: boolean;
  cuts?: readonly string[];
}

function readValue(
  { path, separator }: Expression,
  source: Source,
  maxLength: number,
  members: Members,
): ReadText {
  const value = lookUp(source, path);
  return separator === undefined
    ? { text: boundedText(value, maxLength, members), isFound: value !== undefined }
    : joinItems(value, { path, separator, maxLength }, members);
}

export function render(template: Template, source: Source, members: Members): RenderResult {
  const missing: string[] = [];
  const allCuts: string[] = [];
  let left = MAX_CHARACTERS_READ;
  const texts = template.map((part) => {
    if (typeof part === 'string') return part;
    const { text: read, isFound, cuts = [] } = readValue(part, source, left, members);
    left -= read.length;
    allCuts.push(...cuts);
    let text = read;
    // A pipe may lengthen its text (İ in lower case is two characters), so it is truncated after each one.
    for (const pipe of part.pipes) text = cut(pipe(text), MAX_CHARACTERS_READ);
    if (!isFound && text === '') missing.push(explainMissing(source, part.path, members));
    return text;
  });
  // PostgreSQL stores neither NUL nor lone surrogates; they are replaced rather than the alert rejected.
  return { text: toStorable(texts.join('')), missing, cuts: allCuts };
}
