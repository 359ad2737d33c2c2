// The list has the deliveries of one webhook, or of all.
import { type DeliverySummary, listDeliveries } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';
import type { ListSearch } from '../../search/index.ts';

export const deliveryList = defineList<DeliverySummary>({
  filters: ['status', 'webhook_id', 'event', 'record', 'since'],
  read: listDeliveries,
});

export const deliveriesOf = (webhookId: string, search: ListSearch) =>
  deliveryList.of(deliveryList.queryOf({ ...search, webhook_id: webhookId }));

/** Reloads every open list of deliveries, for example after a replay. */
export const reloadDeliveries = (): void => {
  for (const list of deliveryList.all()) void list.reload().catch(() => undefined);
};
