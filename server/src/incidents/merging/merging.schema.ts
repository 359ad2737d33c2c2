import Type, { type Static } from 'typebox';
import { nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { priorities } from '../../records/index.ts';
import { IncidentId } from '../incidents.schema.ts';
import { states } from '../incidents.states.ts';

export const IncidentMerge = object(
  {
    into: IncidentId,
    note: Type.Optional(
      Type.String({
        maxLength: 65_536,
        pattern: '\\S',
        description: 'Added to the duplicate as a team work note.',
      }),
    ),
  },
  {
    title: 'IncidentMerge',
    examples: [{ into: 'INC0000042', note: 'The same outage, reported from the second floor.' }],
  },
);
export type IncidentMerge = Static<typeof IncidentMerge>;

const Duplicate = object(
  {
    id: IncidentId,
    short_description: Type.String(),
    state: oneOf(states),
    priority: oneOf(priorities),
    requester: nullable(Type.String()),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Duplicate' },
);

export const Duplicates = object(
  {
    data: Type.Array(Duplicate, { description: 'In the order of ids; at most 500.' }),
    people: Type.Integer({
      description: 'How many people get a note with `to_duplicates`, besides the requester.',
    }),
  },
  {
    title: 'Duplicates',
    examples: [
      {
        data: [
          {
            id: 'INC0000043',
            short_description: 'No mail since nine',
            state: 'new',
            priority: 'P3',
            requester: 'ben.ode@example.com',
            created_at: '2026-11-15T09:31:00.000Z',
          },
        ],
        people: 1,
      },
    ],
  },
);
