// What may stand after | in a template: text in, text out.
import type { Scanner } from './scanner.ts';

export type Pipe = (text: string) => string;

/** The first so many characters; half a surrogate pair is none. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (let count = 0; count < most && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** What does not match is empty, so that a default applies. */
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

function readText(scanner: Scanner): string {
  if (!scanner.take(':')) throw scanner.error(': and text in quotes are missing');
  scanner.skipWhite();
  const found = scanner.quoted();
  if (found === undefined) throw scanner.error('text in quotes is missing');
  return found;
}

const LARGEST = 65_536;

function readNumber(scanner: Scanner): number {
  if (!scanner.take(':')) throw scanner.error(': and a number are missing');
  scanner.skipWhite();
  const digits = scanner.run((character) => character >= '0' && character <= '9');
  const found = Number(digits);
  if (digits === '' || found > LARGEST) throw scanner.error(`a number up to ${LARGEST} is missing`);
  return found;
}

const pipes: Record<string, (scanner: Scanner) => Pipe> = {
  default: (scanner) => {
    const other = readText(scanner);
    return (given) => (given === '' ? other : given);
  },
  map: (scanner) => mapPipe(scanner, readText(scanner)),
  truncate: (scanner) => {
    const most = readNumber(scanner);
    return (given) => truncate(given, most);
  },
  upper: () => (given) => given.toUpperCase(),
  lower: () => (given) => given.toLowerCase(),
  trim: () => (given) => given.trim(),
};

export function readPipe(scanner: Scanner): Pipe {
  const at = scanner.at;
  const name = scanner.run((character) => character >= 'a' && character <= 'z');
  if (!Object.hasOwn(pipes, name)) {
    throw scanner.error(`after | one of ${Object.keys(pipes).join(', ')} is allowed`, at);
  }
  return pipes[name]?.(scanner) ?? ((given) => given);
}
