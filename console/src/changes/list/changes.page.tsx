import { useNavigate, useSearch } from '@tanstack/react-router';
import { ListPage } from '../../lists/index.ts';
import { isOfWaiting, WAITING, waitingEmpty } from '../../records/index.ts';
import { ChangesBeside, NewChange } from '../change-views.tsx';
import { changeColumns, changeFilters } from './changes.columns.tsx';
import { changeList } from './changes.list.ts';

export function ChangesPage() {
  const navigate = useNavigate();
  const isWaiting = isOfWaiting(useSearch({ strict: false }));
  return (
    <ListPage
      list={changeList}
      heading={isWaiting ? WAITING : 'Changes'}
      title={isWaiting ? `${WAITING}: changes` : 'Changes'}
      fileName="changes"
      columns={changeColumns}
      filters={changeFilters}
      beside={<ChangesBeside />}
      primary={<NewChange />}
      onOpen={({ id }, list) =>
        void navigate({ to: '/changes/$id', params: { id }, state: { list } })
      }
      empty={
        isWaiting
          ? waitingEmpty
          : {
              title: 'There are no changes',
              text: 'Plan the first one: say what is changed, when, and how to undo it.',
            }
      }
    />
  );
}
