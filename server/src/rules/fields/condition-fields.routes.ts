// Lists the fields that a condition may name, so that a form can offer them with their operators and values.
import Type, { type Static } from 'typebox';
import {
  conditionOperators,
  type ConditionScope,
  isCalendarOperator,
  isChangeOperator,
  operatorRow,
} from '../../conditions/index.ts';
import { may } from '../../identity/index.ts';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import { reads, type Route } from '../../platform/http/routes/route.ts';
import { invalid } from '../../platform/errors.ts';
import { automatedTypes, ruleTriggers } from '../../platform/runtime/rule-definitions.ts';
import { isSlaType } from '../../platform/runtime/sla-definitions.ts';
import { policyConditionScope } from '../../sla/index.ts';
import { requesterFields } from '../../records/index.ts';
import { ruleConditionScope } from '../definitions/rules.checks.ts';

/** The audience of a catalog item is a condition on a person. */
const AUDIENCES = 'catalog_item';

const query = object({
  record_type: oneOf([...automatedTypes, AUDIENCES], {
    description: 'Type of the records. `catalog_item`: for the audience of an item.',
    example: 'incident',
  }),
  on: Type.Optional(
    oneOf(ruleTriggers, {
      description: 'For a rule on this; without it, for an SLA policy.',
      example: 'updated',
    }),
  ),
});
type Query = Static<typeof query>;

const kinds = ['text', 'choice', 'number', 'boolean', 'time', 'date', 'list'] as const;

const ConditionFieldList = object(
  {
    data: Type.Array(
      object(
        {
          name: Type.String({ description: 'The `field` of a comparison.' }),
          label: Type.String({ description: 'Reads well within a sentence.' }),
          kind: oneOf(kinds, { description: 'Kind of the values.' }),
          optional: Type.Boolean({ description: 'Whether the field may have no value.' }),
          choices: Type.Optional(
            Type.Array(object({ value: Type.String(), label: Type.String() }), {
              description: 'The values of a choice; absent if others are possible.',
            }),
          ),
          operators: Type.Array(oneOf(conditionOperators), {
            description: 'The operators that the field takes.',
          }),
        },
        { title: 'ConditionFieldEntry' },
      ),
    ),
  },
  {
    title: 'ConditionFieldList',
    examples: [
      {
        data: [
          {
            name: 'priority',
            label: 'priority',
            kind: 'choice',
            optional: false,
            choices: [{ value: 'P1', label: 'P1' }],
            operators: ['eq', 'neq', 'in', 'not_in', 'exists'],
          },
        ],
      },
    ],
  },
);

const inQuery = (code: 'required' | 'not_allowed', message: string) =>
  invalid([{ in: 'query', pointer: 'on', code, message }]);

function scopeOf({ query: sent, fields, sla }: RequestContext<unknown, never>): ConditionScope {
  const { record_type, on } = sent as Query;
  if (record_type === AUDIENCES) {
    if (on !== undefined)
      throw inQuery('not_allowed', 'No rule runs on catalog items; leave out on.');
    return { fields: requesterFields(), hasBefore: false };
  }
  if (on !== undefined) return ruleConditionScope(record_type, on, { fields, sla });
  if (isSlaType(record_type))
    return policyConditionScope(record_type, { fields, definitions: sla });
  throw inQuery(
    'required',
    `Records of the type ${record_type} have no SLA policies; name what the rule runs on.`,
  );
}

async function listConditionFields(request: RequestContext<unknown, never>): Promise<Reply> {
  const { fields, hasBefore, calendars } = scopeOf(request);
  const data = [...fields].map(
    ([name, { label, kind, isNullable, choices, hasBefore: isComparable }]) => ({
      name,
      label,
      kind,
      optional: isNullable,
      ...(choices && { choices: choices.map((one) => ({ value: one.value, label: one.label })) }),
      operators: conditionOperators.filter(
        (operator) =>
          operatorRow(operator).kinds.includes(kind) &&
          (!isChangeOperator(operator) || (hasBefore && isComparable)) &&
          (!isCalendarOperator(operator) || (calendars !== undefined && kind === 'time')),
      ),
    }),
  );
  return ok({ data });
}

export const conditionFieldRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/condition-fields',
    operationId: 'listConditionFields',
    tag: 'Rules',
    summary: 'List condition fields',
    description:
      'The fields that a condition on records of the type may name, with their operators and values.',
    policy: may('condition_fields.read'),
    query,
    success: { status: 200, description: 'The fields.', schema: ConditionFieldList },
    read: listConditionFields as never,
  }),
];
