// Lists the fields that a condition may name, so that a form can offer them with their operators and values.
import Type from 'typebox';
import {
  conditionOperators,
  isCalendarOperator,
  isChangeOperator,
  operatorRow,
} from '../../conditions/index.ts';
import { may } from '../../identity/index.ts';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import { reads, type Route } from '../../platform/http/routes/route.ts';
import { slaTypes } from '../../platform/runtime/sla-definitions.ts';
import { conditionScope } from './policies.rules.ts';

const query = object({
  record_type: oneOf(slaTypes, { description: 'Type of the records.', example: 'incident' }),
});

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

async function listConditionFields(request: RequestContext<unknown, never>): Promise<Reply> {
  const { record_type } = request.query as { record_type: (typeof slaTypes)[number] };
  const { fields } = conditionScope(record_type, {
    fields: request.fields,
    definitions: request.sla,
  });
  const data = [...fields].map(([name, { label, kind, isNullable, choices }]) => ({
    name,
    label,
    kind,
    optional: isNullable,
    ...(choices && { choices: choices.map((one) => ({ value: one.value, label: one.label })) }),
    operators: conditionOperators.filter(
      (operator) =>
        operatorRow(operator).kinds.includes(kind) &&
        !isChangeOperator(operator) &&
        (!isCalendarOperator(operator) || kind === 'time'),
    ),
  }));
  return ok({ data });
}

export const conditionFieldRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/condition-fields',
    operationId: 'listConditionFields',
    tag: 'SLA policies',
    summary: 'List condition fields',
    description:
      'The fields that a condition on records of the type may name, with their operators and values.',
    policy: may('condition_fields.read'),
    query,
    success: { status: 200, description: 'The fields.', schema: ConditionFieldList },
    read: listConditionFields as never,
  }),
];
