import Type, { type Static } from 'typebox';
import { idText, object } from '../platform/http/input/schema.ts';
import { resource } from '../records/index.ts';

const MAX_EXCEPTIONS = 1000;
/** More hours a day would be breaks of minutes. */
const MAX_HOURS = 12;

export const CalendarId = idText('Calendar ids', {
  pattern: '^cal_[0-9a-f]{32}$',
  example: 'cal_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
});

const time = Type.String({
  pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
  description: 'Local time; 24:00 is the end of the day.',
});

export const Hours = Type.Array(Type.Array(time, { minItems: 2, maxItems: 2 }), {
  maxItems: MAX_HOURS,
  description:
    'Begin and end of each open part of the day, in their order; the end is not included. Empty: closed.',
});
export type Hours = Static<typeof Hours>;

const Weekly = object(
  {
    mon: Type.Optional(Hours),
    tue: Type.Optional(Hours),
    wed: Type.Optional(Hours),
    thu: Type.Optional(Hours),
    fri: Type.Optional(Hours),
    sat: Type.Optional(Hours),
    sun: Type.Optional(Hours),
  },
  { description: 'Hours of each weekday. A weekday that is not sent is closed.' },
);

const name = Type.String({ maxLength: 100, pattern: '\\S' });

const Exception = object({
  date: Type.String({ format: 'date', description: 'Local date. Each has one exception.' }),
  name,
  hours: Hours,
});

export const definition = {
  time_zone: Type.String({
    format: 'time-zone',
    maxLength: 64,
    description: 'Name of a time zone in the IANA database, such as Europe/Berlin.',
  }),
  weekly: Weekly,
  exceptions: Type.Array(Exception, {
    maxItems: MAX_EXCEPTIONS,
    description:
      'Dates whose hours replace those of their weekday, such as public holidays, in their order.',
  }),
};

const office = [['08:00', '17:00']];

export const exampleDefinition = {
  time_zone: 'Europe/Berlin',
  weekly: { mon: office, tue: office, wed: office, thu: office, fri: [['08:00', '15:00']] },
  exceptions: [
    { date: '2026-12-24', name: 'Christmas Eve', hours: [['08:00', '12:00']] },
    { date: '2026-12-25', name: 'Christmas Day', hours: [] },
  ],
};

const example = {
  id: 'cal_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
  name: 'Office hours Munich',
  ...exampleDefinition,
  weekly: { ...exampleDefinition.weekly, sat: [], sun: [] },
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
  version: 1,
};

const { exceptions, ...required } = definition;

const schemas = resource({
  title: 'Calendar',
  id: CalendarId,
  required: { name, ...required },
  optional: { exceptions },
  nullable: {},
  readOnly: {},
  summary: ['name', 'time_zone', 'weekly', 'created_at', 'updated_at'],
  isDeletable: false,
  examples: {
    full: example,
    create: { name: example.name, ...exampleDefinition },
    update: {
      exceptions: [
        ...exampleDefinition.exceptions,
        { date: '2027-01-01', name: "New Year's Day", hours: [] },
      ],
    },
  },
});

export const CalendarSummary = schemas.Summary;
export const Calendar = schemas.Full;
export const CalendarCreate = schemas.Create;
export type CalendarCreate = Static<typeof CalendarCreate>;
export const CalendarUpdate = schemas.Update;
export type CalendarUpdate = Static<typeof CalendarUpdate>;
export const CalendarDeleted = schemas.Deleted;

export type CalendarDefinition = Pick<
  Static<typeof Calendar>,
  'time_zone' | 'weekly' | 'exceptions'
>;
