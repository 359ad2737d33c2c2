// The list of changes.
import { useNavigate } from '@tanstack/react-router';
import { ListPage } from '../../lists/index.ts';
import { changeColumns, changeFilters } from './changes.columns.tsx';
import { changeList } from './changes.list.ts';

export function ChangesPage() {
  const navigate = useNavigate();
  return (
    <ListPage
      list={changeList}
      heading="Changes"
      columns={changeColumns}
      filters={changeFilters}
      onOpen={({ id }) => void navigate({ to: '/changes', search: { q: id } })}
      empty={{
        title: 'There are no changes',
        text: 'Plan the first one: what is changed, when, and how to undo it.',
      }}
    />
  );
}
