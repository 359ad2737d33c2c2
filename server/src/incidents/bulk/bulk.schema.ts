// Schema of a bulk request. The envelope is validated at once, each row of `records` when it is processed.
import Type, { type Static } from 'typebox';
import { MAX_ROWS } from '../../bulk/index.ts';
import type { Fault } from '../../platform/errors.ts';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { IncidentUpdate } from '../incidents.schema.ts';

const rows = { minItems: 1, maxItems: MAX_ROWS };

export const IncidentBulk = object(
  {
    operation: oneOf(['create', 'update']),
    ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        ...rows,
        description: 'The incidents to update with `fields`.',
      }),
    ),
    fields: Type.Optional(IncidentUpdate),
    records: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        ...rows,
        description:
          'One object per row: for create the body of POST /incidents, for update `id` and the body of PATCH /incidents/<id>.',
      }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({ default: false, description: 'Validate every row and apply none.' }),
    ),
  },
  {
    title: 'IncidentBulk',
    examples: [
      {
        operation: 'update',
        ids: ['INC0000042', 'INC0000043'],
        fields: { state: 'in_progress', assigned_to: 'ada@example.com' },
      },
    ],
  },
);
export type IncidentBulk = Static<typeof IncidentBulk>;

type Part = 'ids' | 'fields' | 'records';

/** The allowed combinations of members, by operation. */
const forms: Record<IncidentBulk['operation'], readonly (readonly Part[])[]> = {
  create: [['records']],
  update: [['ids', 'fields'], ['records']],
};

const describeForm = (form: readonly Part[]): string => form.join(' with ');

/** Compares the members with the nearest allowed combination: the missing ones and the surplus ones. */
export function formFaults(body: IncidentBulk): Fault[] {
  const offered = forms[body.operation];
  const parts: readonly Part[] = ['ids', 'fields', 'records'];
  const given = parts.filter((part) => body[part] !== undefined);
  const nearest = offered.find((form) => form.some((part) => given.includes(part))) ?? ['records'];
  const message = `${body.operation} takes ${offered.map(describeForm).join(', or ')}.`;
  const fault = (part: Part, code: Fault['code']): Fault => ({
    in: 'body',
    pointer: `/${part}`,
    code,
    message,
  });
  return [
    ...nearest.filter((part) => !given.includes(part)).map((part) => fault(part, 'required')),
    ...given
      .filter((part) => !nearest.includes(part))
      .map((part) => fault(part, 'conflicting_parameters')),
  ];
}
