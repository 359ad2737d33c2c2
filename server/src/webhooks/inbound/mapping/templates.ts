// A template is text with {{ path | pipe }} expressions: no code, no loops, and a bounded amount of work.
import { boundedJson } from './json-text.ts';
import { explainMissing, lookUp, type Members, type Path, readPath, type Source } from './paths.ts';
import { type Pipe, readPipe } from './pipes.ts';
import { Scanner } from './scanner.ts';
import { cut, toStorable } from '../../../platform/text.ts';

const MAX_EXPRESSIONS = 20;
const MAX_PIPES = 5;
/** One template reads at most this many characters of the payload: at most 5 ms of work. */
const MAX_CHARACTERS_READ = 20_000;

interface Expression {
  path: Path;
  pipes: readonly Pipe[];
}

type Part = string | Expression;
export type Template = readonly Part[];

const OPEN = '{{';
const CLOSE = '}}';

function readExpression(scanner: Scanner): Expression {
  scanner.skipWhitespace();
  const path = readPath(scanner);
  const pipes: Pipe[] = [];
  for (scanner.skipWhitespace(); scanner.take('|'); scanner.skipWhitespace()) {
    if (pipes.length === MAX_PIPES) throw scanner.error(`at most ${MAX_PIPES} pipes are allowed`);
    scanner.skipWhitespace();
    pipes.push(readPipe(scanner));
  }
  return { path, pipes };
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

function textOf(value: unknown, maxLength: number, members: Members): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return boundedJson(value, maxLength, members);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return cut(text, maxLength);
}

export interface RenderResult {
  text: string;
  /** Explains each path that was not found and had no default. */
  missing: string[];
}

export function render(template: Template, source: Source, members: Members): RenderResult {
  const missing: string[] = [];
  let left = MAX_CHARACTERS_READ;
  const texts = template.map((part) => {
    if (typeof part === 'string') return part;
    const value = lookUp(source, part.path);
    const read = textOf(value, left, members);
    left -= read.length;
    let text = read;
    // A pipe may lengthen its text (İ in lower case is two characters), so it is truncated after each one.
    for (const pipe of part.pipes) text = cut(pipe(text), MAX_CHARACTERS_READ);
    if (value === undefined && text === '')
      missing.push(explainMissing(source, part.path, members));
    return text;
  });
  // PostgreSQL stores neither NUL nor lone surrogates; they are replaced rather than the alert rejected.
  return { text: toStorable(texts.join('')), missing };
}
