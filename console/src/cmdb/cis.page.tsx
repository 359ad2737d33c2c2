// The list of configuration items.
import { useNavigate } from '@tanstack/react-router';
import { ListPage } from '../lists/index.ts';
import { ciColumns, ciFilters } from './cis.columns.tsx';
import { ciList } from './cis.list.ts';

export function CisPage() {
  const navigate = useNavigate();
  return (
    <ListPage
      list={ciList}
      heading="CMDB"
      columns={ciColumns}
      filters={ciFilters}
      searchLabel="Search CIs"
      onOpen={({ id }, query) =>
        void navigate({ to: '/cmdb/$id', params: { id }, state: { list: query } })
      }
      empty={{
        title: 'There are no configuration items',
        text: 'Load them in bulk by POST /cmdb/cis/bulk, or let a discovery tool send them to an inbound webhook.',
      }}
    />
  );
}
