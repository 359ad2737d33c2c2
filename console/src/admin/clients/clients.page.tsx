// Clients: programs that obtain tokens, with a drawer to create and change them.
import { ListPage } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { Peek } from '../../ui/overlays/peek.tsx';
import { AdminFrame } from '../frame.tsx';
import { NEW } from '../saving.ts';
import { useDrawer } from '../use-drawer.ts';
import { ClientForm } from './client-form.tsx';
import { clientColumns } from './clients.columns.tsx';
import { clientList } from './clients.list.ts';

export function ClientsPage() {
  const open = useDrawer();
  return (
    <AdminFrame>
      <ListPage
        list={clientList}
        heading="Clients"
        columns={clientColumns}
        filters={[]}
        onOpen={({ id }) => open(id)}
        peek={(id, onClose) => (
          <Peek
            label={id === NEW ? 'New client' : 'Client'}
            title={id === NEW ? 'New client' : id}
            onClose={onClose}
          >
            <ClientForm id={id} onSaved={open} />
          </Peek>
        )}
        primary={
          <Button look="primary" icon={<AddIcon />} onClick={() => open(NEW)}>
            New client
          </Button>
        }
        empty={{
          title: 'There are no clients',
          text: 'Create one for a program that uses the API.',
        }}
      />
    </AdminFrame>
  );
}
