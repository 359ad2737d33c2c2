// Input against its schema: strict for bodies, coerced for queries, and every fault told at once.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import type { Fault } from '../errors.ts';
import { characterFaults } from './json.ts';

const EARLIEST = Date.parse('1000-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T00:00:00Z');

/** A date, or a date and time with its zone, that PostgreSQL can hold whichever zone it is in. */
const isTimestamp = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.test(text))
    return false;
  const time = Date.parse(text);
  const day = text.slice(0, 10);
  // JavaScript reads the 30th of February as the 2nd of March.
  const isDay = Number.isFinite(time) && new Date(day).toISOString().startsWith(day);
  return isDay && time >= EARLIEST && time < LATEST;
};

function compiler(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({ allErrors: true, coerceTypes, allowUnionTypes: true, verbose: true });
  ajv.addVocabulary(['style', 'explode', 'x-read-only', 'example']);
  ajv.addFormat('date-time', isTimestamp);
  ajv.addFormat('email', /^[^\s@]{1,64}@[^\s@]{1,190}$/);
  return ajv;
}

const strict = compiler(false);
const coercing = compiler(true);

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

type Explained = Pick<Fault, 'code' | 'message'> & {
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

const allowedBy = (schema: unknown): { allowed?: string[] } => {
  const { enum: values } = schema as { enum?: (string | null)[] };
  return values ? { allowed: values.filter((value) => value !== null) } : {};
};

/** What an ajv error means to a person, by keyword. `name` is the last step of its pointer. */
const explanations: Record<string, (error: ErrorObject, name: string) => Explained> = {
  required: ({ params, instancePath }) => ({
    code: 'required',
    pointer: `${instancePath}/${escaped(params['missingProperty'])}`,
    message: `${params['missingProperty']} is required.`,
  }),
  type: ({ params, data, parentSchema }, name) => {
    const allowed = allowedBy(parentSchema);
    if (data === null)
      return { code: 'not_nullable', message: `${name} cannot be null.`, ...allowed };
    const wanted = typeSentence(params['type']);
    return data === undefined
      ? { code: 'required', message: `${name} is required: ${wanted}.` }
      : { code: 'invalid_type', message: `${name} must be ${wanted}.`, ...allowed };
  },
  enum: ({ parentSchema }, name) => {
    const { allowed = [] } = allowedBy(parentSchema);
    return {
      code: 'not_allowed',
      message: `${name} must be ${allowed.length > 1 ? 'one of ' : ''}${allowed.join(', ')}.`,
      allowed,
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
  minItems: ({ params }, name) => ({
    code: 'too_few',
    message: `${name} must have at least ${params['limit']} items.`,
  }),
  minProperties: () => ({ code: 'required', message: 'Name at least one field.' }),
  pattern: ({ params, parentSchema }, name) =>
    params['pattern'] === '\\S'
      ? { code: 'blank', message: `${name} cannot be blank.` }
      : {
          code: 'invalid_format',
          message: `${name} must have the form ${(parentSchema as { example?: string }).example ?? params['pattern']}.`,
        },
  format: ({ params }, name) => ({
    code: 'invalid_format',
    message:
      params['format'] === 'email'
        ? `${name} must be an e-mail address.`
        : `${name} must be an ISO 8601 date or time, such as 2026-11-15T09:30:00Z (write + as %2B in a url).`,
  }),
};

function faultOf(error: ErrorObject, place: Fault['in']): Fault {
  const name =
    error.instancePath.split('/').slice(1).join('.') || (place === 'body' ? 'The body' : place);
  const explained = explanations[error.keyword]?.(error, name) ?? {
    code: 'invalid_format' as const,
    message: `${name} ${error.message ?? 'is not valid'}.`,
  };
  return { in: place, pointer: error.instancePath, ...explained };
}

export interface Input {
  faults: Fault[];
  /** Read-only fields that were sent; whether that is a fault depends on the record. */
  echoed: string[];
}

/** An unknown name, told apart: read-only fields of the resource are waiting, others are faults. */
function sortUnknown(
  error: ErrorObject,
  place: Fault['in'],
  readOnly: readonly string[],
  into: Input,
): void {
  const name: string = error.params['additionalProperty'];
  const isTopLevel = error.instancePath === '';
  if (place === 'body' && isTopLevel && readOnly.includes(name)) {
    into.echoed.push(name);
    return;
  }
  const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {});
  into.faults.push({
    in: place,
    pointer: `${error.instancePath}/${escaped(name)}`,
    code: place === 'query' ? 'unknown_parameter' : 'unknown_field',
    message: `${name} is not known here.`,
    allowed: known,
  });
}

const arrayNames = (schema: TSchema): string[] =>
  Object.entries((schema as { properties?: Record<string, { type?: string }> }).properties ?? {})
    .filter(([, property]) => property.type === 'array')
    .map(([name]) => name);

const isOfType = (error: ErrorObject): boolean => error.keyword === 'type';

export type Validate = (value: unknown) => Input;

function check(
  validate: ValidateFunction,
  place: Fault['in'],
  readOnly: readonly string[],
): Validate {
  return (value) => {
    const input: Input = { faults: characterFaults(value, place), echoed: [] };
    if (validate(value)) return input;
    const errors = validate.errors ?? [];
    const wrongTypes = new Set(errors.filter(isOfType).map((error) => error.instancePath));
    for (const error of errors) {
      // A value of the wrong type breaks every other rule too; telling that would only be noise.
      if (!isOfType(error) && wrongTypes.has(error.instancePath)) continue;
      if (error.keyword === 'additionalProperties') sortUnknown(error, place, readOnly, input);
      else input.faults.push(faultOf(error, place));
    }
    return input;
  };
}

export const bodyValidator = (schema: TSchema): Validate =>
  check(
    strict.compile(schema),
    'body',
    (schema as { 'x-read-only'?: string[] })['x-read-only'] ?? [],
  );

/** A comma list becomes an array, in place, for the parameters that take one; then the schema coerces. */
export function queryValidator(schema: TSchema): Validate {
  const lists = arrayNames(schema);
  const validate = check(coercing.compile(schema), 'query', []);
  return (value) => {
    const query = value as Record<string, string | string[] | undefined>;
    for (const name of lists) {
      const given = query[name];
      if (given !== undefined) query[name] = [given].flat().flatMap((one) => one.split(','));
    }
    return validate(query);
  };
}

export function paramsValidator(schema: TSchema): (params: unknown) => boolean {
  return strict.compile(schema);
}

export const readOnlyFault = (name: string): Fault => ({
  in: 'body',
  pointer: `/${escaped(name)}`,
  code: 'read_only_field',
  message: `${name} is read-only.`,
});

export const unknownParameters: Validate = (query) => ({
  echoed: [],
  faults: Object.keys(query as object).map((name) => ({
    in: 'query',
    pointer: `/${escaped(name)}`,
    code: 'unknown_parameter',
    message: `${name} is not known here; this call takes no parameters.`,
  })),
});
