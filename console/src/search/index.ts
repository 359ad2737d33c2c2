export {
  isSameQuery,
  type ListQuery,
  type ListSearch,
  type Order,
  pick,
  sortedBy,
  toggled,
  valuesOf,
} from './parameters.ts';
export { parseSearch, stringifySearch } from './url-text.ts';
