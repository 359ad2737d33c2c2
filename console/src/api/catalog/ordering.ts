// Employees order the items of the catalog that they may order.
import { queryOptions } from '@tanstack/react-query';
import type { CatalogItem, ServiceRequest, ServiceRequestCreate } from '@signalbox/sdk';
import { client } from '../client.ts';
import type { Form } from './forms.ts';

const fields = ['name', 'category', 'summary', 'icon'] as const;

/** Lists show these members of an item. */
export type OfferedItem = Pick<CatalogItem, 'id' | (typeof fields)[number]>;

export type OrderableItem = OfferedItem & Pick<CatalogItem, 'description'> & { form: Form };

const PAGE_SIZE = 100;
const CATALOG_MS = 60_000;

/** A catalog is small, so that all of it is read. */
export const offersQuery = queryOptions({
  queryKey: ['catalog', 'offers'],
  queryFn: async ({ signal }) => {
    const found: OfferedItem[] = [];
    let cursor: string | undefined;
    do {
      const query = { orderable: true, limit: PAGE_SIZE, fields };
      const next = cursor === undefined ? {} : { cursor };
      // eslint-disable-next-line no-await-in-loop -- each page names the next one
      const page = await client.catalogItems.list({ ...query, ...next }, { signal });
      found.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    return found;
  },
  staleTime: CATALOG_MS,
});

/** Null stands for an item that nobody can order now; those who manage the catalog can read it. */
export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalog', 'offer', id],
    queryFn: async ({ signal }): Promise<OrderableItem | null> => {
      const item = await client.catalogItems.get(id, { signal });
      return item.state === 'published' ? (item as OrderableItem) : null;
    },
    staleTime: CATALOG_MS,
  });

/** An order that is sent twice with one key creates one request. */
export const sendOrder = (
  order: ServiceRequestCreate,
  idempotencyKey: string,
): Promise<ServiceRequest> => client.serviceRequests.create(order, { idempotencyKey });
