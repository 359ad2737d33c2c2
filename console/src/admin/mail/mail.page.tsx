// The page lists the messages that mailboxes have received. Those that are held wait for somebody to decide.
import { ListPage } from '../../lists/index.ts';
import { Peek } from '../../ui/overlays/peek.tsx';
import { AdminFrame } from '../frame.tsx';
import { useDrawer } from '../use-drawer.ts';
import { mailColumns, mailFilters } from './mail.columns.tsx';
import { mailList } from './mail.list.ts';
import { MessageView } from './message-view.tsx';

export function MailPage() {
  const open = useDrawer();
  return (
    <AdminFrame>
      <ListPage
        list={mailList}
        heading="Mail"
        columns={mailColumns}
        filters={mailFilters}
        onOpen={({ id }) => open(id)}
        peek={(id, onClose) => (
          <Peek label="Message" title="Message" onClose={onClose}>
            <MessageView key={id} id={id} />
          </Peek>
        )}
        empty={{
          title: 'No messages yet',
          text: 'Every mail that a mailbox receives appears here, with what became of it.',
        }}
      />
    </AdminFrame>
  );
}
