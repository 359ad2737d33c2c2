// Request bodies are JSON in UTF-8, and for some routes mail; text that PostgreSQL cannot store is refused, not altered.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Fault, MAX_FAULTS, ApiError } from '../../errors.ts';
import { hashOfBody } from './body-hash.ts';

export const BODY_LIMIT = 1024 * 1024;
const MEDIA_TYPES = ['application/json', 'application/merge-patch+json'];
const MAIL_TYPE = 'message/rfc822';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Every value but the first needs a comma or a bracket. */
const SEPARATORS = [',', '[', '{'].map((separator) => separator.charCodeAt(0));
/** As many fit into an ordinary body, and no note has so many commas. */
const MAX_SEPARATORS = BODY_LIMIT / 2;

/** A file is one long string without separators; 80 MB of empty arrays would be gigabytes once parsed. Takes 20 ms for 70 MB. */
function requireFewValues(raw: Buffer): void {
  let found = 0;
  for (const separator of SEPARATORS) {
    for (let at = raw.indexOf(separator); at !== -1; at = raw.indexOf(separator, at + 1)) {
      found += 1;
      if (found > MAX_SEPARATORS)
        throw new ApiError(
          'body_too_large',
          'A body of more than 1 MB must consist of files. Send fewer values.',
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

export const unsupportedMediaType = (expected: string): ApiError =>
  new ApiError('unsupported_media_type', `Send the body with Content-Type: ${expected}.`);

/** Routes that take no JSON say which media type they take. */
const bodyTypeOf = ({ routeOptions }: FastifyRequest): string | undefined =>
  routeOptions.config.row?.bodyType;

/** Within a scope of the application, these media types are accepted besides the others. */
export function acceptJson(app: FastifyInstance, mediaTypes: string[]): void {
  app.addContentTypeParser(mediaTypes, { parseAs: 'buffer' }, (request, raw, done) => {
    const type = request.headers['content-type'] ?? '';
    const taken = bodyTypeOf(request);
    if (taken !== undefined) {
      done(unsupportedMediaType(taken));
      return;
    }
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
      const isRaw = request.routeOptions.config.row?.receive !== undefined;
      done(null, isRaw ? raw : parse(raw as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** The bytes of a mail are not changed: its signatures cover them. */
function acceptMail(app: FastifyInstance): void {
  app.addContentTypeParser(MAIL_TYPE, { parseAs: 'buffer' }, (request, raw, done) => {
    if (bodyTypeOf(request) !== MAIL_TYPE) {
      done(unsupportedMediaType('application/json'));
      return;
    }
    if (request.headers['idempotency-key'] !== undefined)
      request.bodyHash = hashOfBody(raw as Buffer, MAIL_TYPE);
    done(null, raw);
  });
}

/** Only routes that say so take another type than JSON. */
export function acceptBodies(app: FastifyInstance): void {
  app.decorateRequest('bodyHash');
  app.removeAllContentTypeParsers();
  acceptJson(app, MEDIA_TYPES);
  acceptMail(app);
}

/** Iterates instead of recursing, because the caller controls the nesting of objects and arrays. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  const containersIn = (values: unknown[]) =>
    values.filter((one): one is object => typeof one === 'object' && one !== null);
  let level = containersIn([value]);
  for (let depth = 0; depth < levels && level.length > 0; depth += 1)
    level = level.flatMap((container) => containersIn(Object.values(container)));
  return level.length > 0;
}

/** No record nests this deep; without a bound a recursive function, ours or PostgreSQL's, would overflow its stack. */
const MAX_DEPTH = 100;

/** A bulk request has some thousands of values. Validating 95,000 names, which fit into 1 MB, takes 800 ms. */
const MAX_VALUES = 20_000;

interface Place {
  key: string;
  value: unknown;
  depth: number;
  parent: Place | undefined;
}

const isUnstorable = (text: unknown): boolean =>
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

/** Reports every key or value with NUL or an unpaired surrogate, and bodies that nest too deep or have too many values. */
export function structuralFaults(
  input: unknown,
  place: Fault['in'],
  maxValues = MAX_VALUES,
): Fault[] {
  const faults: Fault[] = [];
  const addFault = (at: Place, code: Fault['code'], what: string): void => {
    const pointer = pointerTo(at);
    faults.push({ in: place, pointer, code, message: `${pointer || 'The body'} ${what}.` });
  };
  // No recursion is used, because the caller controls the nesting.
  const waiting: Place[] = [{ key: '', value: input, depth: 0, parent: undefined }];
  let count = 0;
  for (let at = waiting.pop(); at && faults.length <= MAX_FAULTS; at = waiting.pop()) {
    const { key, value, depth } = at;
    count += 1;
    if (count > maxValues) {
      const message = `The body has more than ${maxValues} values.`;
      return [{ in: place, pointer: '', code: 'too_many', message }];
    }
    if (isUnstorable(key) || isUnstorable(value))
      addFault(at, 'invalid_characters', 'contains NUL or an unpaired surrogate');
    if (typeof value !== 'object' || value === null) continue;
    if (depth === MAX_DEPTH) addFault(at, 'too_deep', `is more than ${MAX_DEPTH} levels deep`);
    else
      for (const [name, inner] of Object.entries(value))
        waiting.push({ key: name, value: inner, depth: depth + 1, parent: at });
  }
  return faults;
}
