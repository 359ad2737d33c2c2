// Calendars say when people work. The form shows how the next days count before anything is saved.
import { useState } from 'react';
import {
  type Calendar,
  workCalendarQuery,
  type CalendarSummary,
  createCalendar,
  previewCalendarChange,
  updateCalendar,
} from '../../api/index.ts';
import { region } from '../../ui/region/region.ts';
import type { AdminRecord } from '../form/admin-record.ts';
import { RecordPage } from '../form/record-page.tsx';
import { EffectPanel } from '../sla-policies/effect-panel.tsx';
import { calendarColumns } from './calendars.columns.tsx';
import { calendarFields } from './calendars.fields.tsx';
import { calendarList } from './calendars.list.ts';
import {
  blankValues,
  bodyOf,
  type CalendarBody,
  type CalendarValues,
  valuesOf,
} from './calendars.values.ts';
import { DeleteCalendar } from './delete-calendar.tsx';

type CalendarRecord = AdminRecord<Calendar, CalendarValues, CalendarBody, CalendarSummary>;

/** A new calendar begins in the time zone of the reader. */
const recordIn = (timeZone: string): CalendarRecord => ({
  noun: 'calendar',
  heading: 'Calendars',
  list: calendarList,
  columns: calendarColumns,
  filters: [],
  none: {
    title: 'There are no calendars',
    text: 'A calendar has the hours of a week in a time zone, and dates with other hours, such as public holidays.',
  },
  query: workCalendarQuery,
  create: createCalendar,
  update: updateCalendar,
  blank: blankValues(timeZone),
  valuesOf,
  bodyOf,
  fields: calendarFields,
  preview: (row, values) => (
    <EffectPanel body={bodyOf(values)} run={(body) => previewCalendarChange(row.id, body)} />
  ),
  actions: (row) => <DeleteCalendar calendar={row} />,
});

export function CalendarsPage() {
  const [record] = useState(() => recordIn(region().timeZone));
  return <RecordPage record={record} />;
}
