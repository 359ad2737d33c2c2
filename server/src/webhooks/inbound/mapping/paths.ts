// Paths into what came: `labels.severity`, `alerts[0].status`, `labels["app.kubernetes.io/name"]`, `$headers.x-kind`.
import { valueBySteps } from '../../filters.ts';
import { Scanner } from './scanner.ts';

export interface Source {
  payload: unknown;
  /** By lower-cased names. */
  headers: Readonly<Record<string, string>>;
}

export interface Path {
  root: keyof Source;
  steps: readonly string[];
}

const HEADERS = '$headers.';
const isOfName = (character: string): boolean => !'.[]{}|"\' \t\r\n'.includes(character);
const isDigit = (character: string): boolean => character >= '0' && character <= '9';

function bracketed(scanner: Scanner): string {
  const step = scanner.quoted() ?? scanner.run(isDigit);
  if (step === '') throw scanner.error('a number or a name in quotes belongs between [ and ]');
  if (!scanner.take(']')) throw scanner.error('] is missing');
  return step;
}

function name(scanner: Scanner): string {
  const step = scanner.run(isOfName);
  if (step === '') throw scanner.error('the name of a member is missing');
  return step;
}

/** The steps of a path, as far as they go. */
export function readPath(scanner: Scanner): Path {
  if (scanner.take(HEADERS)) return { root: 'headers', steps: [name(scanner).toLowerCase()] };
  const steps: string[] = [];
  if (!scanner.take('$')) {
    scanner.take('payload.');
    if (!scanner.looksAt('[')) steps.push(name(scanner));
  }
  for (;;) {
    if (scanner.take('[')) steps.push(bracketed(scanner));
    else if (scanner.take('.')) steps.push(name(scanner));
    else return { root: 'payload', steps };
  }
}

/** Of the whole text; throws what is wrong with it. */
export function pathOf(text: string): Path {
  const scanner = new Scanner(text);
  const path = readPath(scanner);
  if (!scanner.isAtEnd) throw scanner.error('this does not belong to a path');
  return path;
}

export const lookUp = (source: Source, { root, steps }: Path): unknown =>
  valueBySteps(source[root], steps);

const MOST_NAMES = 10;
const LONGEST_NAME = 40;

/**
 * The names of an object's members, listed once for an event: V8 takes some 20 ms for half a megabyte of them, as long
 * as for parsing them, and templates may ask twenty times.
 */
export class Members {
  readonly #known = new WeakMap<object, string[]>();

  of(value: object): string[] {
    const names = this.#known.get(value) ?? Object.keys(value);
    this.#known.set(value, names);
    return names;
  }

  /** For people. */
  describe(value: unknown): string {
    if (Array.isArray(value)) return `it is a list of ${value.length}`;
    if (typeof value !== 'object' || value === null)
      return `it is ${value === null ? 'null' : `a ${typeof value}`}`;
    const names = this.of(value);
    const shown = names.slice(0, MOST_NAMES).map((one) => one.slice(0, LONGEST_NAME));
    const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
    return shown.length > 0 ? `it has ${shown.join(', ')}${more}` : 'it is empty';
  }
}

/** Where a path that leads nowhere ends, and what is there instead. */
export function explainMissing(source: Source, { root, steps }: Path, members: Members): string {
  const taken: string[] = [];
  for (const step of steps) {
    if (valueBySteps(source[root], [...taken, step]) === undefined) break;
    taken.push(step);
  }
  const where =
    taken.length > 0 ? taken.join('.') : root === 'headers' ? 'the headers' : 'the payload';
  const missing = steps[taken.length] ?? '';
  return `${missing} is not in ${where}; ${members.describe(valueBySteps(source[root], taken))}.`;
}
