// Managers find the items of the catalog here, whatever their state.
import { useNavigate } from '@tanstack/react-router';
import { ListPage } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { NEW } from '../form/record-form.tsx';
import { AdminFrame } from '../frame.tsx';
import { itemColumns, itemFilters } from './items.columns.tsx';
import { itemList } from './items.list.ts';

export function CatalogItemsPage() {
  const navigate = useNavigate();
  const open = (id: string) => void navigate({ to: '/admin/catalog/$id', params: { id } });
  return (
    <AdminFrame>
      <ListPage
        list={itemList}
        heading="Catalog"
        columns={itemColumns}
        filters={itemFilters}
        onOpen={({ id }) => open(id)}
        primary={
          <Button variant="primary" icon={<AddIcon />} onClick={() => open(NEW)}>
            New item
          </Button>
        }
        empty={{
          title: 'The catalog has no items',
          text: 'An item is something that people may ask for: its form, who approves it and the tasks that fulfil it.',
        }}
      />
    </AdminFrame>
  );
}
