// Request bodies: JSON in UTF-8 and nothing else; text that PostgreSQL or the wire cannot carry is named, not mangled.
import type { FastifyInstance } from 'fastify';
import { type Fault, Problem } from '../errors.ts';

const MEDIA_TYPES = ['application/json', 'application/merge-patch+json'];
const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(raw: Buffer): unknown {
  if (raw.length === 0) return undefined;
  try {
    return JSON.parse(utf8.decode(raw));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'the bytes are not UTF-8';
    throw new Problem('malformed_json', `The body is not JSON: ${reason}.`);
  }
}

export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(MEDIA_TYPES, { parseAs: 'buffer' }, (request, raw, done) => {
    const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
    if (charset && !/^utf-?8$/i.test(charset)) {
      done(new Problem('unsupported_media_type', `The body must be in UTF-8, not ${charset}.`));
      return;
    }
    try {
      done(null, parse(raw as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

const unfit = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

/** A fault for every string, key or value, that holds NUL or half a surrogate pair. */
export function characterFaults(value: unknown, place: Fault['in']): Fault[] {
  const faults: Fault[] = [];
  const waiting: [pointer: string, value: unknown][] = [['', value]];
  const check = (pointer: string, text: string) => {
    if (!unfit(text)) return;
    const shown = pointer.toWellFormed().replaceAll('\0', '\uFFFD');
    faults.push({
      in: place,
      pointer: shown,
      code: 'invalid_characters',
      message: `${shown || 'The body'} holds NUL or half a surrogate pair.`,
    });
  };
  // A list of what is waiting, not recursion: nesting is the caller's choice.
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [pointer, item] = next;
    if (typeof item === 'string') check(pointer, item);
    if (typeof item !== 'object' || item === null) continue;
    for (const [key, inner] of Object.entries(item)) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      check(at, key);
      waiting.push([at, inner]);
    }
  }
  return faults;
}
