// Request bodies: JSON in UTF-8 and nothing else; text that PostgreSQL or the wire cannot carry is named, not mangled.
import type { FastifyInstance } from 'fastify';
import { type Fault, MAX_FAULTS, ApiError } from '../../errors.ts';
import { hashOfBody } from './body-hash.ts';

export const BODY_LIMIT = 1024 * 1024;
const MEDIA_TYPES = ['application/json', 'application/merge-patch+json'];
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A comma or a bracket for each value but the first. */
const MARKS = [',', '[', '{'].map((mark) => mark.charCodeAt(0));
/** As many as fit into an ordinary body, and more than any text of a note has commas. */
const MOST_MARKS = BODY_LIMIT / 2;

/** A file is one long text without marks; 80 MB of empty arrays would be gigabytes once parsed. 20 ms for 70 MB. */
function requireFewValues(raw: Buffer): void {
  let found = 0;
  for (const mark of MARKS) {
    for (let at = raw.indexOf(mark); at !== -1; at = raw.indexOf(mark, at + 1)) {
      found += 1;
      if (found > MOST_MARKS)
        throw new ApiError(
          'body_too_large',
          'A body of more than 1 MB is for files, not for this.',
        );
    }
  }
}

export function parse(raw: Buffer): unknown {
  if (raw.length === 0) return undefined;
  if (raw.length > BODY_LIMIT) requireFewValues(raw);
  try {
    return JSON.parse(utf8.decode(raw));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'the bytes are not UTF-8';
    throw new ApiError('malformed_json', `The body is not valid JSON: ${reason}.`);
  }
}

export function acceptJsonOnly(app: FastifyInstance): void {
  app.decorateRequest('bodyHash');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(MEDIA_TYPES, { parseAs: 'buffer' }, (request, raw, done) => {
    const type = request.headers['content-type'] ?? '';
    const charset = [...type.matchAll(/charset\s*=\s*"?([^\s;"]+)/gi)]
      .map(([, name = '']) => name)
      .find((name) => !/^utf-?8$/i.test(name));
    if (charset) {
      done(new ApiError('unsupported_media_type', `The body must be in UTF-8, not ${charset}.`));
      return;
    }
    if (request.headers['idempotency-key'] !== undefined)
      request.bodyHash = hashOfBody(raw as Buffer, type);
    try {
      const isJudgedRaw = request.routeOptions.config.row?.receive !== undefined;
      done(null, isJudgedRaw ? raw : parse(raw as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Objects and arrays within each other. Level by level, not recursion: nesting is the caller's choice. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  const containersIn = (values: unknown[]) =>
    values.filter((one): one is object => typeof one === 'object' && one !== null);
  let level = containersIn([value]);
  for (let depth = 0; depth < levels && level.length > 0; depth += 1)
    level = level.flatMap((container) => containersIn(Object.values(container)));
  return level.length > 0;
}

/** No record nests this deep; without a bound the next recursion over a body, ours or PostgreSQL's, would fall over. */
const MOST_LEVELS = 100;

/** A bulk request has some thousands. 95,000 names, which fit into 1 MB, cost the schema 800 ms. */
const MOST_VALUES = 20_000;

interface Place {
  key: string;
  value: unknown;
  depth: number;
  parent: Place | undefined;
}

const unfit = (text: unknown): boolean =>
  typeof text === 'string' && (text.includes('\0') || !text.isWellFormed());

const pointerTo = (place: Place): string => {
  const keys: string[] = [];
  for (let at = place; at.parent; at = at.parent) keys.push(at.key);
  return keys
    .toReversed()
    .map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
    .toWellFormed()
    .replaceAll('\0', '\uFFFD');
};

/** A fault for every string, key or value, that holds NUL or half a surrogate pair, and for what nests too deep or is too much. */
export function carriageFaults(input: unknown, place: Fault['in']): Fault[] {
  const faults: Fault[] = [];
  const tell = (at: Place, code: Fault['code'], what: string): void => {
    const pointer = pointerTo(at);
    faults.push({ in: place, pointer, code, message: `${pointer || 'The body'} ${what}.` });
  };
  // A list of what is waiting, not recursion: nesting is the caller's choice.
  const waiting: Place[] = [{ key: '', value: input, depth: 0, parent: undefined }];
  let met = 0;
  for (let at = waiting.pop(); at && faults.length <= MAX_FAULTS; at = waiting.pop()) {
    const { key, value, depth } = at;
    met += 1;
    if (met > MOST_VALUES) {
      const message = `The body has more than ${MOST_VALUES} values.`;
      return [{ in: place, pointer: '', code: 'too_many', message }];
    }
    if (unfit(key) || unfit(value))
      tell(at, 'invalid_characters', 'holds NUL or half a surrogate pair');
    if (typeof value !== 'object' || value === null) continue;
    if (depth === MOST_LEVELS) tell(at, 'too_deep', `is more than ${MOST_LEVELS} levels deep`);
    else
      for (const [name, inner] of Object.entries(value))
        waiting.push({ key: name, value: inner, depth: depth + 1, parent: at });
  }
  return faults;
}
