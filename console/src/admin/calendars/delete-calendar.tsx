import { useNavigate } from '@tanstack/react-router';
import { type Calendar, deleteCalendar } from '../../api/index.ts';
import { type ListSearch, withPeek } from '../../search/index.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { AskedButton } from '../form/asked-button.tsx';
import { calendarList } from './calendars.list.ts';

export function DeleteCalendar({ calendar: { id, name, version } }: { calendar: Calendar }) {
  const navigate = useNavigate();
  return (
    <AskedButton
      label="Delete…"
      consequence="The calendar is gone for everybody."
      confirmation="Delete it"
      run={() => deleteCalendar(id, version)}
      onDone={() => {
        toast(`${name} is deleted.`);
        for (const open of calendarList.all()) void open.reload();
        void navigate({
          to: '.',
          search: ((before: ListSearch) => withPeek(before, undefined)) as never,
          replace: true,
        });
      }}
    />
  );
}
