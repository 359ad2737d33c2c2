// The page lists the messages that mailboxes have received. Those that are held wait for somebody to decide.
import { useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { ListPage } from '../../lists/index.ts';
import type { ListSearch } from '../../search/index.ts';
import type { GridHandle } from '../../ui/layout/grid.tsx';
import { Peek } from '../../ui/overlays/peek.tsx';
import { AdminFrame } from '../frame.tsx';
import { useDrawer } from '../use-drawer.ts';
import { AttachDialog } from './attach-dialog.tsx';
import { mailColumns, mailFilters } from './mail.columns.tsx';
import { mailList } from './mail.list.ts';
import { MessageView } from './message-view.tsx';
import { useDecisions } from './use-decisions.ts';
import { WaitingMail } from './waiting-mail.tsx';

export function MailPage() {
  const open = useDrawer();
  const search = useSearch({ strict: false }) as ListSearch;
  const grid = useRef<GridHandle>(null);
  const decisions = useDecisions(search, grid, open);
  return (
    <AdminFrame>
      <ListPage
        list={mailList}
        heading="Mail"
        beside={<WaitingMail shown={search} />}
        columns={mailColumns}
        filters={mailFilters}
        onOpen={({ id }) => open(id)}
        peek={(id, onClose) => (
          <Peek label="Message" title="Message" onClose={onClose}>
            <MessageView key={id} id={id} decisions={decisions} />
          </Peek>
        )}
        gridRef={grid}
        empty={{
          title: 'No messages yet',
          text: 'Every mail that a mailbox receives appears here, with what became of it.',
        }}
      />
      <AttachDialog decisions={decisions} />
    </AdminFrame>
  );
}
