// Input against its schema: nothing is coerced but the text of a query, and every fault is told at once.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { type Fault, MOST_FAULTS } from '../errors.ts';
import { EMAIL, isTimestamp } from './formats.ts';
import { carriageFaults } from './json.ts';

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, verbose: true });
ajv.addVocabulary(['style', 'explode', 'x-read-only', 'example']);
ajv.addFormat('date-time', isTimestamp);
ajv.addFormat('email', EMAIL);

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

/** What an ajv error means to a person, by keyword. `name` is the last step of its pointer. */
const explanations: Record<string, (error: ErrorObject, name: string) => Explained> = {
  required: ({ params, instancePath }) => ({
    code: 'required',
    pointer: `${instancePath}/${escaped(params['missingProperty'])}`,
    message: `${params['missingProperty']} is required.`,
  }),
  type: ({ params, data }, name) =>
    data === null
      ? { code: 'not_nullable', message: `${name} cannot be null.` }
      : data === undefined
        ? { code: 'required', message: `${name} is required: ${typeSentence(params['type'])}.` }
        : { code: 'invalid_type', message: `${name} must be ${typeSentence(params['type'])}.` },
  enum: ({ params }, name) => {
    const allowed = (params['allowedValues'] as unknown[])
      .filter((one) => one !== null)
      .map(String);
    return {
      code: 'not_allowed',
      message: `${name} must be one of ${allowed.join(', ')}.`,
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

export type Validate = (value: unknown) => Input;

function check(
  validate: ValidateFunction,
  place: Fault['in'],
  readOnly: readonly string[],
): Validate {
  return (value) => {
    const input: Input = { faults: carriageFaults(value, place), echoed: [] };
    if (!validate(value)) {
      for (const error of validate.errors ?? []) {
        if (input.faults.length > MOST_FAULTS) break;
        if (error.keyword === 'additionalProperties') sortUnknown(error, place, readOnly, input);
        else input.faults.push(faultOf(error, place));
      }
    }
    return input;
  };
}

export const bodyValidator = (schema: TSchema): Validate =>
  check(ajv.compile(schema), 'body', (schema as { 'x-read-only'?: string[] })['x-read-only'] ?? []);

type Given = string | string[];

/** What the text of a parameter means, by the type its schema asks for; text that means nothing stays and is refused. */
const readers: Record<string, (given: Given) => unknown> = {
  array: (given) => [given].flat().flatMap((one) => one.split(',')),
  // Number() alone would read 0x10, 1e3 and Infinity too.
  integer: (given) =>
    /^-?\d+$/.test(String(given)) && !Array.isArray(given) ? Number(given) : given,
  boolean: (given) => (given === 'true' ? true : given === 'false' ? false : given),
};

/** Reads the parameters in place, then holds them against the schema. */
export function queryValidator(schema: TSchema): Validate {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> };
  const validate = check(ajv.compile(schema), 'query', []);
  return (value) => {
    const query = value as Record<string, unknown>;
    for (const [name, { type = '' }] of Object.entries(properties)) {
      const read = readers[type];
      if (read && query[name] !== undefined) query[name] = read(query[name] as Given);
    }
    return validate(query);
  };
}

export function paramsValidator(schema: TSchema): (params: unknown) => boolean {
  return ajv.compile(schema);
}

export const readOnlyFault = (name: string): Fault => ({
  in: 'body',
  pointer: `/${escaped(name)}`,
  code: 'read_only_field',
  message: `${name} is read-only.`,
});
