// Messages that the mailbox has received stay, as do records and notes.
import { useNavigate } from '@tanstack/react-router';
import { deleteMailbox, type Mailbox } from '../../api/index.ts';
import { type ListSearch, withPeek } from '../../search/index.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { AskedButton } from '../form/asked-button.tsx';
import { mailboxList } from './mailboxes.list.ts';

export function DeleteMailbox({ mailbox: { id, name, version } }: { mailbox: Mailbox }) {
  const navigate = useNavigate();
  return (
    <AskedButton
      label="Delete…"
      consequence="Mail to its addresses is not accepted any more. Records and messages stay."
      confirmation="Delete it"
      run={() => deleteMailbox(id, version)}
      onDone={() => {
        toast(`${name} is deleted.`);
        for (const open of mailboxList.all()) void open.reload();
        void navigate({
          to: '.',
          search: ((before: ListSearch) => withPeek(before, undefined)) as never,
          replace: true,
        });
      }}
    />
  );
}
