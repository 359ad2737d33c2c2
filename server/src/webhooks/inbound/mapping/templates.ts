// Templates: text with {{ path | pipe }} in it. No code, no loops, and no more work than a bound allows.
import { boundedJson } from './json-text.ts';
import { explainMissing, lookUp, type Members, type Path, readPath, type Source } from './paths.ts';
import { type Pipe, readPipe } from './pipes.ts';
import { Scanner } from './scanner.ts';

const MOST_EXPRESSIONS = 20;
const MOST_PIPES = 5;
/** Characters of the payload that one template reads, whatever it makes of them: 5 ms of work at most. */
const MOST_READ = 20_000;

interface Expression {
  path: Path;
  pipes: readonly Pipe[];
}

type Part = string | Expression;
export type Template = readonly Part[];

const OPEN = '{{';
const CLOSE = '}}';

function readExpression(scanner: Scanner): Expression {
  scanner.skipWhite();
  const path = readPath(scanner);
  const pipes: Pipe[] = [];
  for (scanner.skipWhite(); scanner.take('|'); scanner.skipWhite()) {
    if (pipes.length === MOST_PIPES)
      throw scanner.error(`at most ${MOST_PIPES} steps after | are allowed`);
    scanner.skipWhite();
    pipes.push(readPipe(scanner));
  }
  return { path, pipes };
}

/** A text that is nothing but `$.path` is that path. */
function wholePath(text: string): Template | undefined {
  if (!text.startsWith('$.')) return undefined;
  const scanner = new Scanner(text);
  const expression = readExpression(scanner);
  if (!scanner.isAtEnd) throw scanner.error('this does not belong to a path');
  return [expression];
}

/** Throws a TemplateError that says what is wrong, and where. */
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
    if (!scanner.take(CLOSE))
      throw scanner.error(`${CLOSE} is missing, or | before what stands here`);
    if (parts.length > MOST_EXPRESSIONS * 2)
      throw scanner.error(`at most ${MOST_EXPRESSIONS} times ${OPEN} … ${CLOSE} are allowed`);
  }
  return parts;
}

function textOf(value: unknown, most: number, members: Members): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return boundedJson(value, most, members);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, most);
}

export interface Rendered {
  text: string;
  /** For each path that led nowhere and had no default: where it ended. */
  missing: string[];
}

export function render(template: Template, source: Source, members: Members): Rendered {
  const missing: string[] = [];
  let left = MOST_READ;
  const texts = template.map((part) => {
    if (typeof part === 'string') return part;
    const value = lookUp(source, part.path);
    const read = textOf(value, left, members);
    left -= read.length;
    let text = read;
    // İ in lower case is two characters: a step may not make more of what it was given.
    for (const pipe of part.pipes) text = pipe(text).slice(0, MOST_READ);
    if (value === undefined && text === '')
      missing.push(explainMissing(source, part.path, members));
    return text;
  });
  // PostgreSQL and JSON can carry neither; an alert is not refused for it.
  return { text: texts.join('').replaceAll('\0', '\uFFFD').toWellFormed(), missing };
}
