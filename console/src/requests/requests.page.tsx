import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { isRequester, mayUse, meQuery } from '../api/index.ts';
import { ListPage } from '../lists/index.ts';
import { isOfWaiting, WAITING, WaitingBeside, waitingEmpty } from '../records/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { AddIcon } from '../ui/icons.ts';
import { serviceRequestColumns, serviceRequestFilters } from './requests.columns.tsx';
import { serviceRequestList } from './requests.list.ts';

/** A requester sees only their own requests, and has no directory to choose from. */
const ownFilters = serviceRequestFilters.filter(({ from }) => from !== 'person');

export function RequestsPage() {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const isWaiting = isOfWaiting(useSearch({ strict: false }));
  const isOwn = me !== undefined && isRequester(me);
  const name = isOwn ? 'My requests' : 'Requests';
  const mayCreate = me !== undefined && mayUse(me, 'requests.create');
  return (
    <ListPage
      list={serviceRequestList}
      heading={isWaiting ? WAITING : name}
      title={isWaiting ? `${WAITING}: requests` : name}
      fileName={name}
      beside={<WaitingBeside type="request" />}
      columns={serviceRequestColumns}
      filters={isOwn ? ownFilters : serviceRequestFilters}
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
