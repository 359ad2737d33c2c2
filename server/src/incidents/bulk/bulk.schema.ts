// What a bulk of incidents is on the wire: the envelope is judged at once, each row of `records` when its turn comes.
import Type, { type Static } from 'typebox';
import { MOST_ROWS } from '../../bulk/index.ts';
import type { Fault } from '../../platform/errors.ts';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { IncidentUpdate } from '../incidents.schema.ts';

const rows = { minItems: 1, maxItems: MOST_ROWS };

export const IncidentBulk = object(
  {
    operation: oneOf(['create', 'update']),
    ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        ...rows,
        description: 'With `fields`: the incidents to change.',
      }),
    ),
    fields: Type.Optional(IncidentUpdate),
    records: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), {
        ...rows,
        description:
          'One row each: for create the body of POST /incidents, for update `id` and the body of PATCH /incidents/<id>.',
      }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({ default: false, description: 'Judge every row and apply none.' }),
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

/** The ways to say what is wanted, by operation. */
const forms: Record<IncidentBulk['operation'], readonly (readonly Part[])[]> = {
  create: [['records']],
  update: [['ids', 'fields'], ['records']],
};

const describeForm = (form: readonly Part[]): string => form.join(' with ');

/** Where the parts are not one of the forms: what is missing from the nearest one, and what is too much for it. */
export function formFaults(body: IncidentBulk): Fault[] {
  const offered = forms[body.operation];
  const parts: readonly Part[] = ['ids', 'fields', 'records'];
  const given = parts.filter((part) => body[part] !== undefined);
  const nearest = offered.find((form) => form.some((part) => given.includes(part))) ?? ['records'];
  const wanted = `${body.operation} takes ${offered.map(describeForm).join(', or ')}.`;
  const fault = (part: Part, code: Fault['code']): Fault => ({
    in: 'body',
    pointer: `/${part}`,
    code,
    message: wanted,
  });
  return [
    ...nearest.filter((part) => !given.includes(part)).map((part) => fault(part, 'required')),
    ...given
      .filter((part) => !nearest.includes(part))
      .map((part) => fault(part, 'conflicting_parameters')),
  ];
}
