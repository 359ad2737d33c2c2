import Type, { type Static } from 'typebox';
import { nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { anyOf, instant } from '../../platform/http/output/pagination.ts';
import { incidentFilters } from '../incidents.schema.ts';
import { intervals } from './stats.sql.ts';

export const MAX_POINTS = 400;
/** Each filter is limited, because every combination of values is read. */
const MAX_VALUES = 10;
const name = Type.String({ minLength: 1, maxLength: 255 });

export const statsQuery = object({
  interval: Type.Optional(
    oneOf(intervals, {
      default: 'day',
      description: 'Length of an interval, in UTC; a week begins on Monday.',
    }),
  ),
  from: Type.Optional(
    instant('A time in the first interval. By default 30 days, or 26 weeks, before `to`.'),
  ),
  to: Type.Optional(
    instant(
      `End of the period, exclusive; by default now. At most ${MAX_POINTS} intervals after \`from\`.`,
    ),
  ),
  priority: incidentFilters.priority,
  assignment_group: Type.Optional(anyOf(name, 'Name of the group.', MAX_VALUES)),
  category: Type.Optional(anyOf(name, 'Category.', MAX_VALUES)),
});
export type StatsParameters = Static<typeof statsQuery>;

const percentile = (share: string) =>
  nullable(
    Type.Number({
      description: `${share} of the incidents resolved in the interval took at most this many seconds since their creation, ± 5 %; null if none was resolved.`,
    }),
  );
const time = (description: string) => Type.String({ format: 'date-time', description });

export const IncidentStats = object(
  {
    interval: oneOf(intervals),
    from: time('Start of the first interval.'),
    to: time('End of the last interval, exclusive.'),
    data: Type.Array(
      object({
        at: time('Start of the interval.'),
        created: Type.Integer(),
        resolved: Type.Integer({
          description: 'Transitions to resolved; an incident that was reopened may have several.',
        }),
        breached: Type.Integer({ description: 'Breaches of the SLA target.' }),
        resolve_seconds_p50: percentile('Half'),
        resolve_seconds_p90: percentile('90 %'),
      }),
      { description: 'Every interval of the period, oldest first.' },
    ),
  },
  {
    title: 'IncidentStats',
    examples: [
      {
        interval: 'day',
        from: '2026-11-15T00:00:00.000Z',
        to: '2026-11-16T00:00:00.000Z',
        data: [
          {
            at: '2026-11-15T00:00:00.000Z',
            created: 34,
            resolved: 29,
            breached: 2,
            resolve_seconds_p50: 8114,
            resolve_seconds_p90: 27_310,
          },
        ],
      },
    ],
  },
);
