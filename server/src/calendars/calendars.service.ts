// Creates and updates calendars in the caller's transaction.
import type { Context } from '../platform/context.ts';
import { picker } from '../platform/http/input/schema.ts';
import type { PatchReader } from '../platform/http/request/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  createRecord,
  lockForUpdate,
  type LockTarget,
  type RecordType,
  saveUpdate,
} from '../records/index.ts';
import { orderedWeek, validDefinition } from './calendars.rules.ts';
import { Calendar, type CalendarCreate, type CalendarUpdate } from './calendars.schema.ts';
import { auditedColumns, type CalendarRow, calendarTable } from './calendars.sql.ts';

export const calendars: RecordType<CalendarRow> & { table: typeof calendarTable } = {
  type: 'calendar',
  noun: 'Calendar',
  path: '/calendars',
  table: calendarTable,
  auditedFields: auditedColumns,
};

const pick = picker(Calendar);

/** PostgreSQL stores the members of a JSON object in an order of its own. */
const presentWeekly = <Row extends Pick<CalendarRow, 'weekly'>>(row: Row): Row => ({
  ...row,
  weekly: orderedWeek((day) => row.weekly[day]),
});

export const presentCalendar = (row: CalendarRow) => pick(presentWeekly(row));

export function createCalendar(
  tx: Tx,
  context: Context,
  { name, exceptions = [], ...hours }: CalendarCreate,
): Promise<CalendarRow> {
  const at = context.now.toISOString();
  return createRecord(tx, context, calendars, {
    name,
    ...validDefinition({ ...hours, exceptions }),
    created_at: at,
    updated_at: at,
  });
}

export async function updateCalendar(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<CalendarUpdate>,
): Promise<{ row: CalendarRow; context: Context }> {
  const { before, context } = await lockForUpdate(tx, request, calendars, target);
  const patch = await readPatch(() => presentCalendar(before));
  const next = { ...before, ...patch };
  const row = await saveUpdate(tx, context, calendars, before, {
    ...next,
    ...validDefinition(next),
  });
  return { row, context };
}
