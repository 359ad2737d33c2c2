import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { mayUse, meQuery } from '../api/index.ts';
import { ListPage } from '../lists/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { AddIcon } from '../ui/icons.ts';
import { ciColumns, ciFilters } from './cis.columns.tsx';
import { ciList } from './cis.list.ts';

export function CisPage() {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const mayCreate = me !== undefined && mayUse(me, 'cmdb.write');
  return (
    <ListPage
      list={ciList}
      heading="CMDB"
      columns={ciColumns}
      filters={ciFilters}
      onOpen={({ id }, query) =>
        void navigate({ to: '/cmdb/$id', params: { id }, state: { list: query } })
      }
      primary={
        <Button
          variant="primary"
          icon={<AddIcon />}
          unavailable={mayCreate ? undefined : 'Your role cannot create CIs.'}
          onClick={() => void navigate({ to: '/cmdb/new' })}
        >
          New CI
        </Button>
      }
      empty={{
        title: 'There are no configuration items',
        text: 'Create one, import many through the API (POST /cmdb/cis/bulk), or let a discovery tool send them to an inbound webhook.',
      }}
    />
  );
}
