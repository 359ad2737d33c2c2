// Validates input against its schema: only query parameters are coerced, and all faults are reported together.
import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { type Fault, invalid, MAX_FAULTS } from '../../errors.ts';
import {
  decodedBytes,
  EMAIL,
  isBase64,
  isDate,
  isFilename,
  isRedirectUri,
  isLocale,
  isTimestamp,
  isTimeZone,
  isWebAddress,
} from './formats.ts';
import { escapePointer, faultOf, readOnlyFault, unknownFault } from './validation-messages.ts';
import { structuralFaults } from './json.ts';
import { formSentence, type IdSchema } from './id-forms.ts';
import { internalKeywords } from './schema.ts';

/** Accepts IPv4 and IPv6, without a zone. Browsers use the other formats, and have no such function. */
const isIpAddress = (text: string): boolean => isIP(text) !== 0 && !text.includes('%');

const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  verbose: true,
  formats: {
    'date-time': isTimestamp,
    email: EMAIL,
    byte: isBase64,
    filename: isFilename,
    'ip-address': isIpAddress,
    'redirect-uri': isRedirectUri,
    locale: isLocale,
    'time-zone': isTimeZone,
    date: isDate,
    'web-address': isWebAddress,
  },
  keywords: [
    'style',
    'explode',
    'x-additionalPropertiesName',
    ...internalKeywords,
    'example',
    // ajv's `maxLength` counts code points one by one: 300 ms for 70 MB.
    {
      keyword: 'x-max-bytes',
      type: 'string',
      validate: (most: number, text: string) => decodedBytes(text) <= most,
    },
    {
      keyword: 'x-max-utf8-bytes',
      type: 'string',
      validate: (most: number, text: string) => Buffer.byteLength(text) <= most,
    },
    {
      keyword: 'x-max-decimals',
      type: 'number',
      validate: (most: number, value: number) => Number(value.toFixed(most)) === value,
    },
  ],
});

export interface Input {
  faults: Fault[];
  /** The body has these read-only fields; whether they are faults depends on the record. */
  echoed: string[];
}

/** Collects read-only fields of the resource for a later check, and removes ignored ones; other unknown names are faults. */
function sortUnknown(error: ErrorObject, place: Fault['in'], into: Input): void {
  const name: string = error.params['additionalProperty'];
  const {
    properties = {},
    'x-read-only': readOnly = [],
    'x-ignored': ignored = [],
  } = error.parentSchema as {
    properties?: object;
    'x-read-only'?: string[];
    'x-ignored'?: string[];
  };
  if (ignored.includes(name)) {
    delete (error.data as Record<string, unknown>)[name];
    return;
  }
  if (readOnly.includes(name)) {
    // A nested field does not belong to the record that the client may send back.
    if (error.instancePath === '') into.echoed.push(name);
    else into.faults.push(readOnlyFault(name, error.instancePath));
    return;
  }
  const known = Object.keys(properties);
  into.faults.push(unknownFault(name, known, { place, below: error.instancePath }));
}

const isOfType = (error: ErrorObject): boolean => error.keyword === 'type';

/** Without a record to compare with, read-only fields are faults. */
export function requireValid({ faults, echoed }: Input): void {
  const all = [...faults, ...echoed.map((name) => readOnlyFault(name))];
  if (all.length > 0) throw invalid(all);
}

export type Validate = (value: unknown) => Input;

/**
 * Values of a query parameter share its pointer: a list of invalid ones is one fault, not one with `allowed` for each. It
 * suggests a correction of the first value that has one.
 */
function addOnce(fault: Fault, into: Fault[]): void {
  const known = into.find((one) => one.pointer === fault.pointer && one.message === fault.message);
  if (known) known.nearest ??= fault.nearest;
  else into.push(fault);
}

/**
 * Compiles a schema when it is first used: all of them together take 200 ms at the start of a process, and most
 * processes use few. `server/test/routes.test.ts` compiles every one.
 */
function compileOnUse(schema: TSchema): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => (validate ??= ajv.compile(schema));
}

function check(schema: TSchema, place: Fault['in']): Validate {
  const compiled = compileOnUse(schema);
  return (value) => {
    const validate = compiled();
    const input: Input = { faults: structuralFaults(value, place), echoed: [] };
    const isTooMuch = input.faults.some(({ code }) => code === 'too_many');
    if (isTooMuch || validate(value)) return input;
    const errors = validate.errors ?? [];
    const wrongTypes = new Set(errors.filter(isOfType).map((error) => error.instancePath));
    for (const error of errors) {
      if (input.faults.length > MAX_FAULTS) break;
      // A value of the wrong type also violates other rules; only the type is reported.
      if (!isOfType(error) && wrongTypes.has(error.instancePath)) continue;
      if (error.keyword === 'additionalProperties') sortUnknown(error, place, input);
      else addOnce(faultOf(error, place), input.faults);
    }
    return input;
  };
}

export const bodyValidator = (schema: TSchema): Validate => check(schema, 'body');

type ParameterValue = string | string[];

/** Converts a parameter to the type of its schema; text that cannot be converted stays as it is and fails validation. */
const readers: Record<string, (given: ParameterValue) => unknown> = {
  // A comma within a value is escaped as \\,
  array: (given) =>
    [given]
      .flat()
      .flatMap((one) => one.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ','))),
  // Number() alone would also accept 0x10, 1e3 and Infinity.
  integer: (given) =>
    /^-?\d+$/.test(String(given)) && !Array.isArray(given) ? Number(given) : given,
  boolean: (given) => (given === 'true' ? true : given === 'false' ? false : given),
};

/** Converts the parameters in place, then validates them. */
export function queryValidator(schema: TSchema): Validate {
  const { properties = {}, patternProperties = {} } = schema as Record<
    'properties' | 'patternProperties',
    Record<string, { type?: string }> | undefined
  >;
  const patterns = Object.entries(patternProperties).map(
    ([pattern, { type = '' }]) => [new RegExp(pattern), type] as const,
  );
  const validate = check(schema, 'query');
  return (value) => {
    const query = value as Record<string, unknown>;
    const convert = (name: string, type: string) => {
      const read = readers[type];
      if (read && query[name] !== undefined) query[name] = read(query[name] as ParameterValue);
    };
    for (const [name, { type = '' }] of Object.entries(properties)) convert(name, type);
    for (const [pattern, type] of patterns)
      for (const name of Object.keys(query).filter((one) => pattern.test(one))) convert(name, type);
    return validate(query);
  };
}

/**
 * Validates the ids of a path, or one id. Returns undefined if they have their forms, otherwise a sentence about the form
 * of the first that has another.
 */
export function idValidator(schema: TSchema): (ids: unknown) => string | undefined {
  const compiled = compileOnUse(schema);
  return (ids) => {
    const validate = compiled();
    const [error] = validate(ids) ? [] : (validate.errors ?? []);
    return error && formSentence(error.parentSchema as unknown as IdSchema, String(error.data));
  };
}

export const unknownParameters: Validate = (query) => ({
  echoed: [],
  faults: Object.keys(query as object).map((name) => ({
    in: 'query',
    pointer: `/${escapePointer(name)}`,
    code: 'unknown_parameter',
    message: `${name} is not a known parameter; this request takes no parameters.`,
  })),
});

/** A body that is not JSON has no schema to be validated against. */
export const anyBytes: Validate = (body) => {
  const isPresent = Buffer.isBuffer(body) && body.length > 0;
  const fault = {
    in: 'body',
    pointer: '',
    code: 'required',
    message: 'The body is required.',
  } as const;
  return { echoed: [], faults: isPresent ? [] : [fault] };
};

/** A request without a body schema accepts an empty object and refuses anything else. */
export const noBody: Validate = (body) => {
  const isEmpty = body === undefined || isDeepStrictEqual(body, {});
  const fault = {
    in: 'body',
    pointer: '',
    code: 'unknown_field',
    message: 'This request takes no body.',
  } as const;
  return { echoed: [], faults: isEmpty ? [] : [fault] };
};
