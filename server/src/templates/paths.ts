// A path selects a value of an event: `labels.severity`, `alerts[0].status`, `labels["app.kubernetes.io/name"]`, `$headers.x-kind`.
// `alerts[*].status` selects a value of each item of a list.
import { valueBySteps } from '../conditions/index.ts';
import { Scanner } from './scanner.ts';
import { cut } from '../platform/text.ts';

export interface Source {
  payload: unknown;
  /** Names of headers are lower case. */
  headers: Readonly<Record<string, string>>;
}

export interface Path {
  root: keyof Source;
  steps: readonly string[];
  /** The steps after `[*]`, which select the value of each item. */
  itemSteps?: readonly string[];
}

const HEADERS = '$headers.';
const EACH = '[*]';
const isNameCharacter = (character: string): boolean => !'.[]{}|"\' \t\r\n'.includes(character);
const isDigit = (character: string): boolean => character >= '0' && character <= '9';

function readBracketed(scanner: Scanner): string {
  const step = scanner.readQuoted() ?? scanner.run(isDigit);
  if (step === '') throw scanner.error('expected a number, a quoted name or * between [ and ]');
  if (!scanner.take(']')) throw scanner.error('] is missing');
  return step;
}

function readName(scanner: Scanner): string {
  const step = scanner.run(isNameCharacter);
  if (step === '') throw scanner.error('the name of a member is missing');
  return step;
}

/** Reads a path up to the first character that is not part of one. */
export function readPath(scanner: Scanner): Path {
  if (scanner.take(HEADERS)) return { root: 'headers', steps: [readName(scanner).toLowerCase()] };
  const steps: string[] = [];
  let itemSteps: string[] | undefined;
  if (!scanner.take('$')) {
    scanner.take('payload.');
    if (!scanner.isAt('[')) steps.push(readName(scanner));
  }
  for (;;) {
    const current = itemSteps ?? steps;
    if (scanner.isAt(EACH)) {
      if (itemSteps) throw scanner.error(`a path has at most one ${EACH}`);
      scanner.take(EACH);
      itemSteps = [];
    } else if (scanner.take('[')) current.push(readBracketed(scanner));
    else if (scanner.take('.')) current.push(readName(scanner));
    else return { root: 'payload', steps, ...(itemSteps && { itemSteps }) };
  }
}

/** Throws a TemplateError unless the whole text is the path of one value. */
export function pathOf(text: string): Path {
  const scanner = new Scanner(text);
  const path = readPath(scanner);
  if (!scanner.isAtEnd) throw scanner.error('unexpected text after the path');
  if (path.itemSteps)
    throw scanner.error(
      `${EACH} is allowed in templates only, followed by join`,
      text.indexOf(EACH),
    );
  return path;
}

/** Returns the list if the path has `[*]`. */
export const lookUp = (source: Source, { root, steps }: Path): unknown =>
  valueBySteps(source[root], steps);

const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 40;

/**
 * Caches the member names of an event's objects: V8 takes about 20 ms to list half a megabyte of them, as long as to
 * parse them, and templates may need them twenty times.
 */
export class Members {
  readonly #known = new WeakMap<object, string[]>();

  of(value: object): string[] {
    const names = this.#known.get(value) ?? Object.keys(value);
    this.#known.set(value, names);
    return names;
  }

  /** Describes a value in a warning. */
  describe(value: unknown): string {
    if (Array.isArray(value)) return `it is a list of ${value.length}`;
    if (typeof value !== 'object' || value === null)
      return `it is ${value === null ? 'null' : `a ${typeof value}`}`;
    const names = this.of(value);
    const shown = names.slice(0, MAX_NAMES).map((one) => cut(one, MAX_NAME_LENGTH));
    const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
    return shown.length > 0 ? `it has ${shown.join(', ')}${more}` : 'it is empty';
  }
}

/** Says why no item of a list was joined; the value before `[*]` exists. */
const explainItems = (
  value: unknown,
  { steps, itemSteps = [] }: Path,
  members: Members,
): string => {
  const list = steps.length > 0 ? steps.join('.') : 'the payload';
  const reason = Array.isArray(value)
    ? `No item of ${list} has ${itemSteps.length > 0 ? itemSteps.join('.') : 'a value'}`
    : `${list} is not a list`;
  return `${reason}; ${members.describe(value)}.`;
};

/** Says which step of a path is missing, and which names exist there. */
export function explainMissing(source: Source, path: Path, members: Members): string {
  const { root, steps } = path;
  const value = lookUp(source, path);
  if (value !== undefined) return explainItems(value, path, members);
  const found: string[] = [];
  for (const step of steps) {
    if (valueBySteps(source[root], [...found, step]) === undefined) break;
    found.push(step);
  }
  const where =
    found.length > 0 ? found.join('.') : root === 'headers' ? 'the headers' : 'the payload';
  const missing = steps[found.length] ?? '';
  return `${missing} is not in ${where}; ${members.describe(valueBySteps(source[root], found))}.`;
}
