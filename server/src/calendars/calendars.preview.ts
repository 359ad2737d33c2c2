// Shows how the next days count in a calendar that is not saved yet.
import Type, { type Static } from 'typebox';
import { invalid } from '../platform/errors.ts';
import { nullable, object } from '../platform/http/input/schema.ts';
import { ok, type Reply, type RequestContext } from '../platform/http/request/context.ts';
import {
  EARLIEST,
  LATEST,
  openSeconds,
  Part,
  presentPart,
  wholeSeconds,
} from './calendars.parts.ts';
import { validDefinition } from './calendars.rules.ts';
import { definition, exampleDefinition, Hours } from './calendars.schema.ts';
import { openHours } from './time/open-hours.ts';
import { partsOfDate } from './time/open-parts.ts';
import { dateOfDay, dayOf, dayOfDate, weekdayOf } from './time/weekly-hours.ts';
import { offsetAt } from './time/zones.ts';

const DEFAULT_DAYS = 14;
const MAX_DAYS = 92;
/** The instants of a date are at most a day before or after it in UTC. */
const FIRST_DAY = dayOf(Date.parse(EARLIEST)) + 1;
const LAST_DAY = dayOf(Date.parse(LATEST)) - MAX_DAYS - 1;

const { exceptions, ...required } = definition;
const localDate = Type.String({ format: 'date' });

export const CalendarPreview = object(
  {
    ...required,
    exceptions: Type.Optional(exceptions),
    from: Type.Optional({
      ...localDate,
      description: `First local date, by default today. From ${dateOfDay(FIRST_DAY)} to ${dateOfDay(LAST_DAY)}.`,
    }),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_DAYS, default: DEFAULT_DAYS })),
  },
  {
    title: 'CalendarPreview',
    examples: [{ ...exampleDefinition, from: '2026-12-24', days: 1 }],
  },
);
type CalendarPreview = Static<typeof CalendarPreview>;

export const CalendarPreviewResult = object(
  {
    data: Type.Array(
      object(
        {
          date: localDate,
          exception: nullable(
            Type.String({ description: 'Name of the exception of the date; null without one.' }),
          ),
          hours: Hours,
          parts: Type.Array(Part, {
            description:
              'The hours as instants. Hours that the clock skips are absent; those that it repeats are there twice.',
          }),
          open_seconds: openSeconds,
        },
        { title: 'CalendarDay' },
      ),
    ),
  },
  {
    title: 'CalendarPreviewResult',
    examples: [
      {
        data: [
          {
            date: '2026-12-24',
            exception: 'Christmas Eve',
            hours: [['08:00', '12:00']],
            parts: [{ from: '2026-12-24T07:00:00.000Z', to: '2026-12-24T11:00:00.000Z' }],
            open_seconds: 14_400,
          },
        ],
      },
    ],
  },
);

function firstDayOf({ from }: CalendarPreview, today: number): number {
  const day = from === undefined ? today : dayOfDate(from);
  if (FIRST_DAY <= day && day <= LAST_DAY) return day;
  throw invalid([
    {
      in: 'body',
      pointer: '/from',
      code: 'not_allowed',
      message: `from must be between ${dateOfDay(FIRST_DAY)} and ${dateOfDay(LAST_DAY)}.`,
    },
  ]);
}

export async function previewCalendar({
  body,
  now,
}: RequestContext<unknown, unknown, CalendarPreview>): Promise<Reply> {
  const { days = DEFAULT_DAYS, exceptions: others = [] } = body;
  const calendar = validDefinition({ ...body, exceptions: others });
  const hours = openHours(calendar);
  const today = dayOf(now.getTime() + offsetAt(calendar.time_zone, now.getTime()));
  const first = firstDayOf(body, today);
  const byDate = new Map(calendar.exceptions.map((one) => [one.date, one]));
  const data = Array.from({ length: days }, (_, at) => {
    const day = first + at;
    const date = dateOfDay(day);
    const parts = partsOfDate(hours, date);
    const exception = byDate.get(date);
    return {
      date,
      exception: exception?.name ?? null,
      hours: exception?.hours ?? calendar.weekly[weekdayOf(day)],
      parts: parts.map(presentPart),
      open_seconds: wholeSeconds(parts.reduce((sum, { from, to }) => sum + to - from, 0)),
    };
  });
  return ok({ data });
}
