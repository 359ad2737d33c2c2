// The page lists the deliveries of all webhooks.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type DeliverySummary, webhooksQuery } from '../../api/index.ts';
import { type FilterRow, type ListColumn, ListPage, TextCell } from '../../lists/index.ts';
import { SectionLinks } from '../section-links.tsx';
import { deliveryColumns, deliveryFilters, noDeliveries } from './deliveries.columns.tsx';
import { deliveryList } from './deliveries.list.ts';

export function DeliveriesPage() {
  const navigate = useNavigate();
  const { data, dataUpdatedAt } = useQuery(webhooksQuery);
  const names = useMemo(
    () => Object.fromEntries((data?.rows ?? []).map(({ id, name }) => [id, name])),
    [data],
  );
  const columns = useMemo((): readonly ListColumn<DeliverySummary>[] => {
    const webhook: ListColumn<DeliverySummary> = {
      id: 'webhook',
      field: 'webhook_id',
      header: 'Webhook',
      width: 'minmax(100px, 1fr)',
      text: ({ webhook_id }) => names[webhook_id] ?? webhook_id,
      render: ({ webhook_id }) => <TextCell text={names[webhook_id] ?? 'deleted'} />,
    };
    return deliveryColumns.flatMap((column) =>
      column.id === 'record' ? [column, webhook] : [column],
    );
  }, [names]);
  const filters: readonly FilterRow[] = [
    ...deliveryFilters,
    { name: 'webhook_id', label: 'Webhook', values: names },
  ];
  return (
    <ListPage
      list={deliveryList}
      heading="Webhooks"
      title="Deliveries"
      beside={<SectionLinks />}
      columns={columns}
      filters={filters}
      readAt={dataUpdatedAt}
      onOpen={({ id }) => void navigate({ to: '/webhooks/deliveries/$id', params: { id } })}
      empty={noDeliveries}
    />
  );
}
