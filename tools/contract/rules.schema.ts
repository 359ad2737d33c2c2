// The rules for one schema: rows that find the details of a break between the released and the present form.
import type { FlatSchema } from './document.ts';
import { announcesMore, type RuleName } from './rules.ts';

/** A client sends input and reads output; a change that is harmless in one may break the other. */
export type Direction = 'input' | 'output';

interface SchemaRule {
  name: RuleName;
  /** Returns an empty list if the rule is kept; a rule without details returns one empty text. */
  find: (released: FlatSchema, present: FlatSchema) => string[];
}

const upperLimits = [
  'maxLength',
  'maximum',
  'exclusiveMaximum',
  'maxItems',
  'maxProperties',
  'x-max-utf8-bytes',
  'x-max-bytes',
];
const lowerLimits = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'];
const forms = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'const'];

const show = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

const showChange = (name: string, released: FlatSchema, present: FlatSchema): string =>
  `${name} ${show(released.keyword(name))} → ${show(present.keyword(name))}`;

const numberOf = (schema: FlatSchema, name: string, absent: number): number =>
  Number(schema.keyword(name) ?? absent);

/** Returns the values of the first list that the second lacks. Absent lists contain everything. */
const missing = (
  wanted: Iterable<unknown> | undefined,
  given: Iterable<unknown> | undefined,
): string[] => {
  if (given === undefined) return [];
  if (wanted === undefined) return ['any other'];
  const known = new Set(given);
  return [...wanted].filter((value) => !known.has(value)).map(show);
};

const flag = (isBroken: boolean): string[] => (isBroken ? [''] : []);

/** The types of alternatives are compared one by one, so the whole has none of its own. */
const hasAlternatives = (...schemas: FlatSchema[]): boolean =>
  schemas.some(({ alternatives }) => alternatives.length > 0);

export const schemaRules: Readonly<Record<Direction, readonly SchemaRule[]>> = {
  input: [
    {
      name: 'input-type',
      find: (released, present) =>
        hasAlternatives(released, present) ? [] : missing(released.types, present.types),
    },
    {
      name: 'input-not-nullable',
      find: (released, present) => flag(released.isNullable && !present.isNullable),
    },
    {
      name: 'input-value-removed',
      find: (released, present) => missing(released.values, present.values),
    },
    {
      name: 'input-limit',
      find: (released, present) => [
        ...upperLimits
          .filter((name) => numberOf(present, name, Infinity) < numberOf(released, name, Infinity))
          .map((name) => showChange(name, released, present)),
        ...lowerLimits
          .filter(
            (name) => numberOf(present, name, -Infinity) > numberOf(released, name, -Infinity),
          )
          .map((name) => showChange(name, released, present)),
      ],
    },
    {
      name: 'input-form',
      find: (released, present) =>
        forms
          .filter((name) => {
            const now = present.keyword(name);
            return now !== undefined && now !== false && now !== released.keyword(name);
          })
          .map((name) => showChange(name, released, present)),
    },
    {
      name: 'input-default',
      find: (released, present) =>
        released.keyword('default') === undefined ||
        show(released.keyword('default')) === show(present.keyword('default'))
          ? []
          : [showChange('default', released, present)],
    },
    {
      name: 'input-field-removed',
      find: (released, present) =>
        present.additional === false
          ? missing(Object.keys(released.properties), Object.keys(present.properties))
          : [],
    },
    {
      name: 'input-field-required',
      find: (released, present) => missing(present.required, released.required),
    },
    {
      name: 'input-fields-closed',
      find: (released, present) =>
        flag(released.additional !== false && present.additional === false),
    },
  ],
  output: [
    {
      name: 'output-type',
      find: (released, present) =>
        hasAlternatives(released, present) ? [] : missing(present.types, released.types),
    },
    {
      name: 'output-nullable',
      find: (released, present) => flag(present.isNullable && !released.isNullable),
    },
    {
      name: 'output-value-added',
      find: (released, present) =>
        announcesMore(released) ? [] : missing(present.values, released.values),
    },
    {
      name: 'output-format',
      find: (released, present) =>
        released.keyword('format') === undefined ||
        released.keyword('format') === present.keyword('format')
          ? []
          : [showChange('format', released, present)],
    },
    {
      name: 'output-field-removed',
      find: (released, present) =>
        missing(Object.keys(released.properties), Object.keys(present.properties)),
    },
    {
      name: 'output-field-optional',
      find: (released, present) =>
        missing(
          [...released.required].filter((name) => name in present.properties),
          present.required,
        ),
    },
    {
      name: 'output-fields-closed',
      find: (released, present) =>
        flag(typeof released.additional === 'object' && present.additional === false),
    },
  ],
};
