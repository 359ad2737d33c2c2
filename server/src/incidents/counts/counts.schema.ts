import Type from 'typebox';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { customFilterPatterns } from '../../records/index.ts';
import { incidentFilters } from '../incidents.schema.ts';

const countedFields = ['state', 'priority', 'assignment_group', 'assigned_to', 'category'] as const;
export type CountedField = (typeof countedFields)[number];

export const countsQuery = object(
  {
    by: Type.Array(oneOf(countedFields), {
      description: 'Fields to count by. Comma-separated.',
      style: 'form',
      explode: false,
      minItems: 1,
      maxItems: 50,
      example: ['state', 'priority'],
    }),
    ...incidentFilters,
  },
  { patternProperties: customFilterPatterns },
);

const values = Type.Array(object({ value: Type.String(), count: Type.Integer() }), {
  description: 'The 50 most frequent values, the most frequent first.',
});

export const IncidentCounts = object(
  {
    by: object(Object.fromEntries(countedFields.map((name) => [name, Type.Optional(values)])), {
      description: 'One list for each requested field. Incidents without a value are not counted.',
    }),
    total: Type.Integer({ description: 'Number of matching incidents.' }),
    total_is_lower_bound: Type.Optional(
      Type.Boolean({ description: 'Present and true if more incidents match than were counted.' }),
    ),
    lower_bounds: Type.Optional(
      Type.Array(oneOf(countedFields), {
        description: 'Fields whose counts cover only 50,000 of the matches.',
      }),
    ),
  },
  {
    title: 'IncidentCounts',
    examples: [
      {
        by: {
          state: [
            { value: 'in_progress', count: 12 },
            { value: 'new', count: 5 },
          ],
        },
        total: 17,
      },
    ],
  },
);
