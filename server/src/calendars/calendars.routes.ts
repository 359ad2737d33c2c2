import { may } from '../identity/index.ts';
import { object } from '../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../platform/http/routes/route.ts';
import {
  createHandler,
  deleteHandler,
  getHandler,
  listHandler,
  updateHandler,
} from '../records/index.ts';
import { CalendarOpen, getCalendarOpen, OpenQuery } from './calendars.open.ts';
import { CalendarPreview, CalendarPreviewResult, previewCalendar } from './calendars.preview.ts';
import {
  Calendar,
  CalendarCreate,
  CalendarDeleted,
  CalendarId,
  CalendarSummary,
  CalendarUpdate,
} from './calendars.schema.ts';
import { calendars, createCalendar, presentCalendar, updateCalendar } from './calendars.service.ts';

const tag = 'Calendars';
const params = object({ id: CalendarId });
const read = may('calendars.read');
const manage = may('calendars.manage');

export const calendarRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/calendars',
    operationId: 'listCalendars',
    tag,
    summary: 'List calendars',
    description: 'Newest first, without their exceptions.',
    policy: read,
    query: listQuery({}, { sorts: ['created_at'], order: 'desc', pages: false }),
    success: {
      status: 200,
      description: 'A page of calendars.',
      schema: listEnvelope(CalendarSummary, 'CalendarList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listHandler(calendars, calendars.table.list),
  }),
  writes({
    method: 'POST',
    path: '/calendars',
    operationId: 'createCalendar',
    tag,
    summary: 'Create a calendar',
    description: 'A calendar has weekly hours in its time zone, and dates with other hours.',
    policy: manage,
    body: CalendarCreate,
    success: { status: 201, description: 'The calendar.', schema: Calendar },
    write: createHandler(createCalendar, presentCalendar),
  }),
  reads({
    method: 'POST',
    path: '/calendars/preview',
    operationId: 'previewCalendar',
    tag,
    summary: 'Preview a calendar',
    description: 'Returns how each day counts in a calendar that is not saved. Changes nothing.',
    policy: manage,
    body: CalendarPreview,
    ignoresIdempotencyKey: true,
    success: { status: 200, description: 'The days.', schema: CalendarPreviewResult },
    read: previewCalendar,
  }),
  reads({
    method: 'GET',
    path: '/calendars/:id',
    operationId: 'getCalendar',
    tag,
    summary: 'Get a calendar',
    description: 'Includes its exceptions.',
    policy: read,
    params,
    query: object({}),
    success: { status: 200, description: 'The calendar.', schema: Calendar },
    read: getHandler(calendars, presentCalendar),
  }),
  patches({
    method: 'PATCH',
    path: '/calendars/:id',
    operationId: 'updateCalendar',
    tag,
    summary: 'Update a calendar',
    description: '`weekly` and `exceptions` are replaced as a whole.',
    policy: manage,
    params,
    body: CalendarUpdate,
    success: { status: 200, description: 'The updated calendar.', schema: Calendar },
    errors: ['version_mismatch'],
    patch: updateHandler(updateCalendar, presentCalendar),
  }),
  writes({
    method: 'DELETE',
    path: '/calendars/:id',
    operationId: 'deleteCalendar',
    tag,
    summary: 'Delete a calendar',
    description:
      'Its audit entries stay. A calendar that an SLA policy counts by cannot be deleted.',
    policy: manage,
    params,
    success: { status: 200, description: 'The deleted calendar.', schema: CalendarDeleted },
    errors: ['version_mismatch', 'in_use'],
    write: deleteHandler(calendars),
  }),
  reads({
    method: 'GET',
    path: '/calendars/:id/open',
    operationId: 'getCalendarOpen',
    tag,
    summary: 'Get open time',
    description:
      'Returns whether the calendar is open at `from`, and how long it is open in the span. An hour that the clock skips is not open; of one that it repeats, both are.',
    policy: read,
    params,
    query: OpenQuery,
    success: { status: 200, description: 'The open time of the span.', schema: CalendarOpen },
    read: getCalendarOpen,
  }),
];
