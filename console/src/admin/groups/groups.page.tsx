// Groups: the list, and a drawer to create and change them.
import { ListPage } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { Peek } from '../../ui/overlays/peek.tsx';
import { AdminFrame } from '../frame.tsx';
import { NEW } from '../saving.ts';
import { useDrawer } from '../use-drawer.ts';
import { GroupForm } from './group-form.tsx';
import { groupColumns, groupFilters } from './groups.columns.tsx';
import { groupList } from './groups.list.ts';

export function GroupsPage() {
  const open = useDrawer();
  return (
    <AdminFrame>
      <ListPage
        list={groupList}
        heading="Groups"
        columns={groupColumns}
        filters={groupFilters}
        onOpen={({ id }) => open(id)}
        peek={(id, onClose) => (
          <Peek
            label={id === NEW ? 'New group' : 'Group'}
            title={id === NEW ? 'New group' : id}
            onClose={onClose}
          >
            <GroupForm key={id} id={id} onSaved={open} />
          </Peek>
        )}
        primary={
          <Button look="primary" icon={<AddIcon />} onClick={() => open(NEW)}>
            New group
          </Button>
        }
        empty={{
          title: 'There are no groups',
          text: 'A group has members and an address; records can be assigned to it.',
        }}
      />
    </AdminFrame>
  );
}
