import { type CatalogItemSummary, listCatalogItems } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const itemList = defineList<CatalogItemSummary>({
  filters: ['q', 'state', 'category'],
  read: listCatalogItems,
});
