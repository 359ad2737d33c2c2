// Users: the list, and a drawer to create and change them.
import { ListPage } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { Peek } from '../../ui/overlays/peek.tsx';
import { AdminFrame } from '../frame.tsx';
import { NEW } from '../saving.ts';
import { useDrawer } from '../use-drawer.ts';
import { UserForm } from './user-form.tsx';
import { userColumns, userFilters } from './users.columns.tsx';
import { userList } from './users.list.ts';

export function UsersPage() {
  const open = useDrawer();
  return (
    <AdminFrame>
      <ListPage
        list={userList}
        heading="Users"
        columns={userColumns}
        filters={userFilters}
        onOpen={({ id }) => open(id)}
        peek={(id, onClose) => (
          <Peek
            label={id === NEW ? 'New user' : 'User'}
            title={id === NEW ? 'New user' : id}
            onClose={onClose}
          >
            <UserForm key={id} id={id} onSaved={open} />
          </Peek>
        )}
        primary={
          <Button look="primary" icon={<AddIcon />} onClick={() => open(NEW)}>
            New user
          </Button>
        }
        empty={{ title: 'There are no users', text: 'Create the people who work here.' }}
      />
    </AdminFrame>
  );
}
