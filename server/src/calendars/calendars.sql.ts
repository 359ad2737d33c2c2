import type { Generated, Selectable } from 'kysely';
import { recordTable } from '../records/index.ts';
import type { StoredDefinition } from './calendars.rules.ts';

interface CalendarsTable {
  id: Generated<string>;
  name: string;
  time_zone: string;
  weekly: StoredDefinition['weekly'];
  exceptions: StoredDefinition['exceptions'];
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  deleted_at: Generated<string | null>;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    calendars: CalendarsTable;
  }
}

export type CalendarRow = Selectable<CalendarsTable>;

export const auditedColumns = [
  'name',
  'time_zone',
  'weekly',
  'exceptions',
] as const satisfies (keyof CalendarRow)[];

export const calendarTable = recordTable<CalendarRow, 'id' | 'version' | 'deleted_at'>({
  table: 'calendars',
  columns: ['id', ...auditedColumns, 'version', 'created_at', 'updated_at', 'deleted_at'],
  json: ['weekly', 'exceptions'],
  deleted: 'hidden',
  list: {
    columns: ['id', 'name', 'time_zone', 'weekly', 'created_at', 'updated_at'],
    large: ['weekly'],
  },
});
