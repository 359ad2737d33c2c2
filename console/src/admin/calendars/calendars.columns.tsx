import type { CalendarSummary } from '../../api/index.ts';
import { type ListColumn, TextCell, titleColumn, updatedColumn } from '../../lists/index.ts';
import { weekText } from './calendars.words.ts';

export const calendarColumns: readonly ListColumn<CalendarSummary>[] = [
  titleColumn(({ name }) => name, {
    field: 'name',
    header: 'Name',
    width: 'minmax(140px, 1fr)',
  }),
  {
    id: 'time_zone',
    header: 'Time zone',
    width: 'minmax(120px, 180px)',
    isWide: true,
    render: ({ time_zone }) => <TextCell text={time_zone} />,
  },
  {
    id: 'weekly',
    header: 'Hours',
    width: 'minmax(180px, 3fr)',
    isOnNarrow: true,
    text: ({ weekly }) => weekText(weekly),
    render: ({ weekly }) => <TextCell text={weekText(weekly)} />,
  },
  updatedColumn({ header: 'Changed', isOnNarrow: true }),
];
