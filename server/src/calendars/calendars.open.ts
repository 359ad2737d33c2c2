// Answers whether and how long a calendar is open.
import Type, { type Static } from 'typebox';
import { type Fault, invalid } from '../platform/errors.ts';
import { object } from '../platform/http/input/schema.ts';
import { ok, type Reply, type RequestContext } from '../platform/http/request/context.ts';
import { readRecord } from '../records/index.ts';
import {
  EARLIEST,
  instant,
  LATEST,
  openSeconds,
  Part,
  presentPart,
  wholeSeconds,
} from './calendars.parts.ts';
import { CalendarId } from './calendars.schema.ts';
import { calendars } from './calendars.service.ts';
import { isOpen, openHours, openTime } from './time/open-hours.ts';
import { openParts } from './time/open-parts.ts';
import { DAY_MS, type Interval } from './time/weekly-hours.ts';

const MAX_PARTS = 100;
/** The first question about a year of a time zone reads its clock changes, which takes milliseconds. */
const MAX_YEARS = 10;

export const OpenQuery = object({
  from: Type.Optional({
    ...instant,
    description: `Start of the span, by default now. Not before ${EARLIEST}.`,
    example: '2026-11-27T07:00:00.000Z',
  }),
  to: Type.Optional({
    ...instant,
    description: `End of the span, not included; by default a day after its start. At most ${MAX_YEARS} years after it, and not after ${LATEST}.`,
    example: '2026-11-30T07:00:00.000Z',
  }),
});
type OpenQuery = Static<typeof OpenQuery>;

export const CalendarOpen = object(
  {
    calendar: object(
      { id: CalendarId, version: Type.Integer() },
      { description: 'The version of the calendar that was asked.' },
    ),
    from: instant,
    to: instant,
    open: Type.Boolean({ description: 'Whether the calendar is open at `from`.' }),
    open_seconds: openSeconds,
    parts: Type.Array(Part, { description: 'The open parts of the span, in their order.' }),
    truncated: Type.Optional(
      Type.Literal(true, {
        description: `Present and true if the span has more than ${MAX_PARTS} open parts; the later ones are omitted. \`open_seconds\` counts all.`,
      }),
    ),
  },
  {
    title: 'CalendarOpen',
    examples: [
      {
        calendar: { id: 'cal_019a86517f9e7c3e9d5e0f1a2b3c4d5e', version: 1 },
        from: '2026-11-27T07:00:00.000Z',
        to: '2026-11-30T07:00:00.000Z',
        open: true,
        open_seconds: 25_200,
        parts: [{ from: '2026-11-27T07:00:00.000Z', to: '2026-11-27T14:00:00.000Z' }],
      },
    ],
  },
);

function spanOf(query: OpenQuery, now: Date): Interval {
  const from = query.from === undefined ? now.getTime() : Date.parse(query.from);
  const to = query.to === undefined ? from + DAY_MS : Date.parse(query.to);
  const refuse = (pointer: string, code: Fault['code'], message: string) =>
    invalid([{ in: 'query', pointer, code, message }]);
  if (from < Date.parse(EARLIEST))
    throw refuse('/from', 'too_small', `from must not be before ${EARLIEST}.`);
  if (to <= from) throw refuse('/to', 'too_small', 'to must be after from.');
  const latest = new Date(from).setUTCFullYear(new Date(from).getUTCFullYear() + MAX_YEARS);
  if (to > latest)
    throw refuse('/to', 'too_large', `to must be at most ${MAX_YEARS} years after from.`);
  if (to > Date.parse(LATEST)) throw refuse('/to', 'too_large', `to must not be after ${LATEST}.`);
  return { from, to };
}

export async function getCalendarOpen(
  request: RequestContext<{ id: string }, OpenQuery>,
): Promise<Reply> {
  const { params, query, deps, now } = request;
  const { from, to } = spanOf(query, now);
  const row = await readRecord(deps.db, calendars, params.id, request);
  const hours = openHours(row);
  const parts = [...openParts(hours, from, to).take(MAX_PARTS + 1)];
  return ok({
    calendar: { id: row.id, version: row.version },
    ...presentPart({ from, to }),
    open: isOpen(hours, from),
    open_seconds: wholeSeconds(openTime(hours, from, to)),
    parts: parts.slice(0, MAX_PARTS).map(presentPart),
    ...(parts.length > MAX_PARTS && { truncated: true }),
  });
}
