import { type CalendarSummary, listCalendars } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const calendarList = defineList<CalendarSummary>({ filters: [], read: listCalendars });
