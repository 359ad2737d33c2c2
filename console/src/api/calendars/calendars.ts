// Calendars say when people work.
import { queryOptions } from '@tanstack/react-query';
import type { CalendarCreate, CalendarPreview, CalendarUpdate } from '@signalbox/sdk';
import { client } from '../client.ts';

export type { Calendar, CalendarDay, CalendarPreview, CalendarSummary } from '@signalbox/sdk';

export const workCalendarQuery = (id: string) =>
  queryOptions({
    queryKey: ['calendars', id],
    queryFn: ({ signal }) => client.calendars.get(id, { signal }),
  });

export const createCalendar = (calendar: CalendarCreate) => client.calendars.create(calendar);
export const updateCalendar = (id: string, patch: CalendarUpdate, version: number) =>
  client.calendars.update(id, patch, { ifMatch: version });
export const deleteCalendar = (id: string, version: number) =>
  client.calendars.delete(id, { ifMatch: version });

/** Previews are read again for every edit, so old ones are soon forgotten. */
const PREVIEW_MS = 30_000;

/** Shows how the next days count; an undefined calendar is not complete yet. */
export const calendarPreviewQuery = (calendar: CalendarPreview | undefined) =>
  queryOptions({
    queryKey: ['calendars', 'preview', calendar],
    queryFn: ({ signal }) => client.calendars.preview(calendar as CalendarPreview, { signal }),
    enabled: calendar !== undefined,
    gcTime: PREVIEW_MS,
  });
