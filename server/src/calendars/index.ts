import type { Feature } from '../feature.ts';
import { calendarRoutes } from './calendars.routes.ts';

export const calendarFeature: Feature = { routes: calendarRoutes };
export { dueAt, isOpen, type OpenHours, openHours, openTime } from './time/open-hours.ts';
export { calendars } from './calendars.service.ts';
export { CalendarId, CalendarUpdate } from './calendars.schema.ts';
export { validDefinition as validCalendar } from './calendars.rules.ts';
