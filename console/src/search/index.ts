export {
  isSameList,
  isSameQuery,
  LAYOUT,
  type ListLocation,
  type ListQuery,
  type ListSearch,
  type Order,
  pick,
  type SearchChange,
  withSort,
  toggleValue,
  valuesOf,
  without,
  withPeek,
} from './parameters.ts';
export { parseSearch, stringifySearch } from './url-text.ts';
