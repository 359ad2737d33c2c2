// A pipe maps text to text; it is written after | in a template.
import type { Scanner } from './scanner.ts';

export type Pipe = (text: string) => string;

/** Counts code points, so that no surrogate pair is split. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  let end = 0;
  for (let count = 0; count < maxLength && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** Returns an empty text if nothing matches, so that a default applies. */
function mapPipe(scanner: Scanner, argument: string): Pipe {
  const pairs = argument.split(',').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    if (at === -1)
      throw scanner.error(`map takes pairs such as critical=P1, not ${pair.slice(0, 40)}`);
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
  const values = new Map(pairs);
  return (text) => values.get(text.trim()) ?? '';
}

function readText(scanner: Scanner, escapes?: Readonly<Record<string, string>>): string {
  if (!scanner.take(':')) throw scanner.error('expected : and quoted text');
  scanner.skipWhitespace();
  const text = scanner.readQuoted(escapes);
  if (text === undefined) throw scanner.error('expected quoted text');
  return text;
}

const MAX_NUMBER = 65_536;

function readNumber(scanner: Scanner): number {
  if (!scanner.take(':')) throw scanner.error('expected : and a number');
  scanner.skipWhitespace();
  const digits = scanner.run((character) => character >= '0' && character <= '9');
  const number = Number(digits);
  if (digits === '' || number > MAX_NUMBER)
    throw scanner.error(`expected a number up to ${MAX_NUMBER}`);
  return number;
}

const JOIN = 'join';

/** Reads `| join:"…"` and returns the separator, in which \n is a line break. */
export function readSeparator(scanner: Scanner): string {
  scanner.skipWhitespace();
  const at = scanner.at;
  const isPipe = scanner.take('|');
  scanner.skipWhitespace();
  if (!isPipe || !scanner.take(JOIN))
    throw scanner.error(`expected | ${JOIN}:"…" after a path with [*]`, at);
  return readText(scanner, { n: '\n' });
}

const pipes: Record<string, (scanner: Scanner) => Pipe> = {
  default: (scanner) => {
    const fallback = readText(scanner);
    return (text) => (text === '' ? fallback : text);
  },
  map: (scanner) => mapPipe(scanner, readText(scanner)),
  truncate: (scanner) => {
    const maxLength = readNumber(scanner);
    return (text) => truncate(text, maxLength);
  },
  upper: () => (text) => text.toUpperCase(),
  lower: () => (text) => text.toLowerCase(),
  trim: () => (text) => text.trim(),
  [JOIN]: (scanner) => {
    throw scanner.error(`${JOIN} must come first after a path with [*], such as alerts[*].status`);
  },
};

export function readPipe(scanner: Scanner): Pipe {
  const at = scanner.at;
  const name = scanner.run((character) => character >= 'a' && character <= 'z');
  if (!Object.hasOwn(pipes, name)) {
    throw scanner.error(`expected one of ${Object.keys(pipes).join(', ')} after |`, at);
  }
  return pipes[name]?.(scanner) ?? ((text) => text);
}
