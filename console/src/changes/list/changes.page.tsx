import { useNavigate } from '@tanstack/react-router';
import { ListPage } from '../../lists/index.ts';
import { ChangeViews, NewChange } from '../change-views.tsx';
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
      beside={<ChangeViews />}
      primary={<NewChange />}
      onOpen={({ id }, list) =>
        void navigate({ to: '/changes/$id', params: { id }, state: { list } })
      }
      empty={{
        title: 'There are no changes',
        text: 'Plan the first one: say what is changed, when, and how to undo it.',
      }}
    />
  );
}
