// Managers write the items of the catalog.
import { queryOptions } from '@tanstack/react-query';
import type {
  CatalogItem as StoredItem,
  CatalogItemCreate,
  CatalogItemUpdate,
  CatalogStage,
  CatalogTask,
} from '@signalbox/sdk';
import { client } from '../client.ts';
import type { Form, Question } from './forms.ts';

export interface ApprovalStage extends Readonly<Omit<CatalogStage, 'people' | 'need'>> {
  people?: readonly string[];
  need: 'any' | 'all' | number;
}

export interface TaskTemplate extends Readonly<Omit<CatalogTask, 'depends_on'>> {
  depends_on: readonly string[];
}

/** The parts that a publication makes live. Conditions have all levels, of which the types of the SDK know two. */
export interface ItemContent {
  name: string;
  category: string;
  summary: string | null;
  description: string | null;
  icon: string | null;
  /** A condition on the fields of the requester; null is everyone. */
  audience: Question['show_if'];
  form: Form;
  approvals: readonly ApprovalStage[];
  tasks: readonly TaskTemplate[];
  assignment_group: string | null;
}

export interface CatalogItem extends Omit<StoredItem, keyof ItemContent | 'pending'>, ItemContent {
  version: number;
  pending: Partial<ItemContent> | null;
}

const { catalogItems: items } = client;

/** The types of the SDK are less exact than those above. */
const itemOf = async (stored: PromiseLike<StoredItem>): Promise<CatalogItem> =>
  (await stored) as unknown as CatalogItem;

export const catalogItemQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalog', 'item', id],
    queryFn: ({ signal }) => itemOf(items.get(id, { signal })),
  });

const MAX_CATEGORIES = 200;

/** Reads the categories in use, which are proposed for others. */
export const categoriesQuery = queryOptions({
  queryKey: ['catalog', 'categories'],
  queryFn: async ({ signal }) => {
    const { data } = await items.list({ limit: MAX_CATEGORIES }, { signal });
    return [...new Set(data.map(({ category }) => category))].toSorted();
  },
  staleTime: 60_000,
});

export const createItem = (item: ItemContent, idempotencyKey: string) =>
  itemOf(items.create(item as unknown as CatalogItemCreate, { idempotencyKey }));
export const updateItem = (id: string, patch: Partial<ItemContent>, version: number) =>
  itemOf(items.update(id, patch as unknown as CatalogItemUpdate, { ifMatch: version }));
export const publishItem = (id: string, version: number) =>
  itemOf(items.publish(id, { ifMatch: version }));
export const retireItem = (id: string, version: number) =>
  itemOf(items.retire(id, { ifMatch: version }));

type Previewed = Parameters<typeof items.preview>[0]['item'];

/** Reads what a publication of the item would report; nothing is changed. Lines that are still empty are left out. */
export const itemPreviewQuery = (item: ItemContent | undefined) =>
  queryOptions({
    queryKey: ['catalog', 'preview', item],
    queryFn: ({ signal }) => {
      const { name, category, ...rest } = item ?? {};
      const sent = { ...rest, ...(name && { name }), ...(category && { category }) };
      return items.preview({ item: sent as unknown as Previewed }, { signal });
    },
    enabled: item !== undefined,
    staleTime: 10_000,
    gcTime: 0,
    // A failed check must not disturb the writer.
    retry: false,
  });

export const itemVersionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalog', 'item', id, 'versions'],
    queryFn: async ({ signal }) => (await items.listVersions(id, { limit: 100 }, { signal })).data,
  });

export const itemVersionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['catalog', 'item', id, 'versions', version],
    queryFn: async ({ signal }) => {
      const stored = await items.getVersion(id, version, { signal });
      return stored as typeof stored & { form: Form };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads the fields of a person that an audience may name. */
export const audienceFieldsQuery = queryOptions({
  queryKey: ['condition-fields', 'catalog_item'],
  queryFn: async ({ signal }) => {
    const query = { record_type: 'catalog_item' } as const;
    return (await client.slaPolicies.listConditionFields(query, { signal })).data;
  },
  staleTime: 60_000,
});
