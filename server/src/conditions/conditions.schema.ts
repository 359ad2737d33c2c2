// The OpenAPI form of a condition; validate.ts checks its depth, its fields and its values.
import Type, { type TSchema } from 'typebox';
import { oneOf } from '../platform/http/input/schema.ts';
import {
  type Condition as ConditionValue,
  conditionOperators,
  MAX_LEAVES,
  MAX_LEVELS,
} from './evaluation/index.ts';

const MAX_FIELD_LENGTH = 255;

const members = (nodes: TSchema) => ({
  all: Type.Optional(Type.Array(nodes, { maxItems: MAX_LEAVES })),
  any: Type.Optional(Type.Array(nodes, { minItems: 1, maxItems: MAX_LEAVES })),
  none: Type.Optional(Type.Array(nodes, { minItems: 1, maxItems: MAX_LEAVES })),
});

const ConditionNode = Type.Object(
  {
    field: Type.Optional(
      Type.String({
        maxLength: MAX_FIELD_LENGTH,
        description:
          'A field of the record, `custom.<key>`, `ci.<field>`, `requester.<field>`, `note.visibility` or `note.author`.',
      }),
    ),
    operator: Type.Optional(oneOf(conditionOperators)),
    value: Type.Optional(
      Type.Unknown({
        description:
          'Value to compare with: a list for `in` and `not_in`, true (the default) or false for `exists` and `changed`. Null is no value.',
      }),
    ),
    ...members(Type.Object({})),
  },
  {
    title: 'ConditionNode',
    additionalProperties: false,
    description: 'Either a comparison by `field`, `operator` and `value`, or a nested condition.',
  },
);

export type Condition = ConditionValue;
export const Condition = Type.Unsafe<Condition>(
  Type.Object(members(ConditionNode), {
    title: 'Condition',
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    description: `Exactly one of \`all\`, \`any\` and \`none\`, nested at most ${MAX_LEVELS} levels, with at most ${MAX_LEAVES} comparisons. An empty \`all\` always holds. A record does not distinguish null from an absent value, as payloads of webhooks do.`,
    examples: [
      {
        all: [
          { field: 'priority', operator: 'eq', value: 'P1' },
          {
            any: [
              { field: 'category', operator: 'eq', value: 'network' },
              { field: 'state', operator: 'changed_to', value: 'resolved' },
            ],
          },
        ],
      },
    ],
  }),
);
