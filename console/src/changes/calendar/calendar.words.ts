import type { CalendarEntry } from '../../api/index.ts';
import { dateTime } from '../../ui/marks/time.ts';

export const timesOf = ({ planned_start_at: begin, planned_end_at: end }: CalendarEntry): string =>
  begin === null || end === null ? '' : `${dateTime(begin)} to ${dateTime(end)}`;

export const conflictText = (conflicts: CalendarEntry['conflicts']): string =>
  `Conflicts with ${conflicts
    .map(({ change_id, freeze, ci_id }) =>
      [change_id ?? `freeze ${freeze}`, ci_id && `on ${ci_id}`].filter(Boolean).join(' '),
    )
    .join(', ')}`;
