// Deliveries, of one webhook or of all.
import { type DeliverySummary, listDeliveries } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';
import type { ListSearch } from '../../search/index.ts';

export const deliveryList = defineList<DeliverySummary>({
  filters: ['status', 'webhook_id', 'event', 'record', 'since'],
  read: listDeliveries,
});

export const deliveriesOf = (webhookId: string, search: ListSearch) =>
  deliveryList.of(deliveryList.queryOf({ ...search, webhook_id: webhookId }));

/** After deliveries were sent again: every open list of them is read anew. */
export const reloadDeliveries = (): void => {
  for (const list of deliveryList.all()) void list.reload().catch(() => undefined);
};
