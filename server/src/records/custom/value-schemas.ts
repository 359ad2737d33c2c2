// Each type of field has a schema for its values, so that they are validated as all other input is.
import Type, { type TProperties, type TSchema } from 'typebox';
import {
  CI_PATTERN,
  MAX_CHOSEN,
  MAX_DECIMAL,
  MAX_DECIMAL_PLACES,
  MAX_LONG_TEXT,
  MAX_TEXT,
  MAX_URL_BYTES,
} from '../../forms/index.ts';
import { nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import type { FieldDefinition, FieldType } from '../../platform/runtime/custom-fields.ts';

type Choices = Pick<FieldDefinition, 'choices'>;

const valuesOf = ({ choices }: Choices): string[] => choices.map(({ value }) => value);

const schemas: Record<FieldType, (field: Choices) => TSchema> = {
  text: () => Type.String({ maxLength: MAX_TEXT, pattern: '\\S' }),
  long_text: () => Type.String({ maxLength: MAX_LONG_TEXT, pattern: '\\S' }),
  integer: () =>
    Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  decimal: () =>
    Type.Number({
      minimum: -MAX_DECIMAL,
      maximum: MAX_DECIMAL,
      'x-max-decimals': MAX_DECIMAL_PLACES,
    }),
  boolean: () => Type.Boolean(),
  date: () => Type.String({ format: 'date' }),
  datetime: () => Type.String({ format: 'date-time' }),
  choice: (field) => oneOf(valuesOf(field)),
  choices: (field) =>
    Type.Array(oneOf(valuesOf(field)), { minItems: 1, maxItems: MAX_CHOSEN, uniqueItems: true }),
  person: () => Type.String({ format: 'email', maxLength: 254 }),
  ci: () => Type.String({ pattern: CI_PATTERN, example: 'CI1042' }),
  url: () => Type.String({ format: 'web-address', 'x-max-utf8-bytes': MAX_URL_BYTES }),
};

export const valueSchema = (field: Pick<FieldDefinition, 'type' | 'choices'>): TSchema =>
  schemas[field.type](field);

/** The member `custom` of a body with these fields; null clears a value. */
export const valuesSchema = (fields: readonly FieldDefinition[]) =>
  object({
    custom: Type.Optional(
      object(
        Object.fromEntries(
          fields.map((field) => [field.key, Type.Optional(nullable(valueSchema(field)))]),
        ) as TProperties,
      ),
    ),
  });

/** A text that is no time stays as it is: the default of a field is validated afterwards. */
const inUtc = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
};

/** Equal values are stored alike: times in UTC with milliseconds, and zero without a sign. */
export function storedValue({ type }: Pick<FieldDefinition, 'type'>, value: unknown): unknown {
  if (type === 'datetime' && typeof value === 'string') return inUtc(value);
  return value === 0 ? 0 : value;
}
