// Validation errors are turned into messages for people.
import type { ErrorObject } from 'ajv';
import type { Fault } from '../../errors.ts';
import { nearest } from '../../text.ts';

export const escapePointer = (key: string): string =>
  key.replaceAll('~', '~0').replaceAll('/', '~1');

type Explanation = Pick<Fault, 'code' | 'message' | 'nearest'> & {
  allowed?: readonly string[];
  pointer?: string;
};

const typeWords: Record<string, string> = {
  object: 'an object',
  array: 'an array',
  integer: 'a whole number',
};

const typeSentence = (type: string | string[]): string =>
  [type]
    .flat()
    .map((one) => typeWords[one] ?? `a ${one}`)
    .join(' or ')
    .replace('a null', 'null');

const allowedValuesOf = (schema: unknown): { allowed?: string[] } => {
  const { enum: values } = schema as { enum?: (string | null)[] };
  return values ? { allowed: values.filter((value) => value !== null) } : {};
};

/** Other APIs have the direction in `sort` (`-created_at`); here it is the parameter `order`. */
function orderHint(name: string, given: string, sorts: readonly string[]): string | undefined {
  if (name !== 'sort' || !given.startsWith('-')) return undefined;
  const field = given.slice(1);
  const sort = sorts.includes(field) ? field : nearest(field, sorts);
  return sort && `Use sort=${sort}&order=desc.`;
}

const formatSentences: Record<string, string> = {
  email: 'an e-mail address',
  'date-time': 'an ISO 8601 date or time, such as 2026-11-15T09:30:00Z (write + as %2B in a URL)',
  'ip-address': 'an IPv4 or IPv6 address',
  byte: 'base64 in the alphabet of RFC 4648, section 4, with its padding and without line breaks',
  'redirect-uri': 'an https address, or http on localhost, without a fragment or a user name',
  locale: 'a BCP 47 tag of a known language, such as de-CH',
  'time-zone': 'an IANA name, such as Europe/Zurich',
  date: 'a date, such as 2026-11-15',
  'web-address': 'an address that begins with https:// or http://',
  filename: 'a file name: not . or .., no / or \\, no control characters',
};

/** The keyword of the ajv error selects the message. `name` is the last step of the pointer. */
const explanations: Record<string, (error: ErrorObject, name: string) => Explanation> = {
  required: ({ params, instancePath }) => ({
    code: 'required',
    pointer: `${instancePath}/${escapePointer(params['missingProperty'])}`,
    message: `${params['missingProperty']} is required.`,
  }),
  type: ({ params, data, parentSchema }, name) => {
    const allowed = allowedValuesOf(parentSchema);
    if (data === null)
      return { code: 'not_nullable', message: `${name} cannot be null.`, ...allowed };
    const expected = typeSentence(params['type']);
    return data === undefined
      ? { code: 'required', message: `${name} is required: ${expected}.` }
      : { code: 'invalid_type', message: `${name} must be ${expected}.`, ...allowed };
  },
  enum: ({ parentSchema, data }, name) => {
    const { allowed = [] } = allowedValuesOf(parentSchema);
    const given = String(data);
    const hint = orderHint(name, given, allowed);
    const message = `${name} must be ${allowed.length > 1 ? 'one of ' : ''}${allowed.join(', ')}.`;
    return {
      code: 'not_allowed',
      message: hint ? `${message} ${hint}` : message,
      allowed,
      nearest: hint ? undefined : nearest(given, allowed),
    };
  },
  maxLength: ({ params }, name) => ({
    code: 'too_long',
    message: `${name} must have at most ${params['limit']} characters.`,
  }),
  minLength: ({ params }, name) => ({
    code: 'too_short',
    message: `${name} must have at least ${params['limit']} characters.`,
  }),
  maximum: ({ params }, name) => ({
    code: 'too_large',
    message: `${name} must be at most ${params['limit']}.`,
  }),
  minimum: ({ params }, name) => ({
    code: 'too_small',
    message: `${name} must be at least ${params['limit']}.`,
  }),
  maxItems: ({ params }, name) => ({
    code: 'too_many',
    message: `${name} must have at most ${params['limit']} items.`,
  }),
  maxProperties: ({ params }, name) => ({
    code: 'too_many',
    message: `${name} must have at most ${params['limit']} members.`,
  }),
  minItems: ({ params }, name) => ({
    code: 'too_few',
    message: `${name} must have at least ${params['limit']} items.`,
  }),
  uniqueItems: (_error, name) => ({
    code: 'not_allowed',
    message: `${name} must not contain duplicates.`,
  }),
  minProperties: () => ({ code: 'required', message: 'Send at least one field.' }),
  pattern: ({ params, parentSchema }, name) =>
    params['pattern'] === '\\S'
      ? { code: 'blank', message: `${name} cannot be blank.` }
      : {
          code: 'invalid_format',
          message: `${name} must have the form ${(parentSchema as { example?: string }).example ?? params['pattern']}.`,
        },
  format: ({ params }, name) => ({
    code: 'invalid_format',
    message: `${name} must be ${formatSentences[params['format']] ?? params['format']}.`,
  }),
  'x-max-utf8-bytes': ({ schema }, name) => ({
    code: 'too_long',
    message: `${name} must have at most ${String(schema)} bytes in UTF-8.`,
  }),
  'x-max-decimals': ({ schema }, name) => ({
    code: 'invalid_format',
    message: `${name} must have at most ${String(schema)} decimal places.`,
  }),
  'x-max-bytes': ({ parentSchema }, name) => ({
    code: 'too_large',
    message: `${name} must be at most ${(parentSchema as { 'x-max-bytes': number })['x-max-bytes']} bytes, decoded.`,
  }),
};

/** A fault in one value of a comma-separated list is reported for the parameter. */
const placeOf = (error: ErrorObject, place: Fault['in']): string =>
  place === 'query' ? error.instancePath.replace(/\/\d+$/, '') : error.instancePath;

export function faultOf(error: ErrorObject, place: Fault['in']): Fault {
  const pointer = placeOf(error, place);
  const name = pointer.split('/').slice(1).join('.') || (place === 'body' ? 'The body' : place);
  const explained = explanations[error.keyword]?.(error, name) ?? {
    code: 'invalid_format' as const,
    message: `${name} ${error.message ?? 'is not valid'}.`,
  };
  return { in: place, pointer, ...explained };
}

/** Some lists have one sort, so they lack the parameter. */
const SORT_HINT = ' This list has one sort; choose its direction with order=asc or order=desc.';

/** `known` are the names that the schema has. */
export function unknownFault(
  name: string,
  known: readonly string[],
  { place, below = '' }: { place: Fault['in']; below?: string },
): Fault {
  const isQuery = place === 'query';
  const hint = isQuery && name === 'sort' && known.includes('order') ? SORT_HINT : '';
  return {
    in: place,
    pointer: `${below}/${escapePointer(name)}`,
    code: isQuery ? 'unknown_parameter' : 'unknown_field',
    message: `${name} is not a known ${isQuery ? 'parameter' : 'field'}.${hint}`,
    allowed: known,
    nearest: nearest(name, known),
  };
}

export const readOnlyFault = (name: string, below = ''): Fault => ({
  in: 'body',
  pointer: `${below}/${escapePointer(name)}`,
  code: 'read_only_field',
  message: `${name} is read-only.`,
});
