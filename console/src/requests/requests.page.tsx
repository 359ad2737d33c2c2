import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { mayUse, meQuery } from '../api/index.ts';
import { ListPage } from '../lists/index.ts';
import { isOfWaiting, WAITING, WaitingBeside, waitingEmpty } from '../records/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { AddIcon } from '../ui/icons.ts';
import { serviceRequestColumns, serviceRequestFilters } from './requests.columns.tsx';
import { serviceRequestList } from './requests.list.ts';

export function RequestsPage() {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const isWaiting = isOfWaiting(useSearch({ strict: false }));
  const mayCreate = me !== undefined && mayUse(me, 'requests.create');
  return (
    <ListPage
      list={serviceRequestList}
      heading={isWaiting ? WAITING : 'Requests'}
      title={isWaiting ? `${WAITING}: requests` : 'Requests'}
      fileName="Requests"
      beside={<WaitingBeside type="request" />}
      columns={serviceRequestColumns}
      filters={serviceRequestFilters}
      onOpen={({ id }, list) =>
        void navigate({ to: '/requests/$id', params: { id }, state: { list } })
      }
      primary={
        <Button
          variant="primary"
          icon={<AddIcon />}
          unavailable={mayCreate ? undefined : 'Your role cannot create requests.'}
          onClick={() => void navigate({ to: '/requests/new' })}
        >
          New request
        </Button>
      }
      empty={
        isWaiting
          ? waitingEmpty
          : {
              title: 'There are no requests',
              text: 'Requests appear here as soon as somebody asks for an item or a service.',
            }
      }
    />
  );
}
