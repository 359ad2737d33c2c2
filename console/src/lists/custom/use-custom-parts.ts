// Lists of records with custom fields have a column for each, and a filter for those with an index. The parts are
// loaded only where there are such fields.
import { useQuery } from '@tanstack/react-query';
import { FIELDS_MS, fieldsQuery, isCustomized, queryClient } from '../../api/index.ts';
import type { ListColumn } from '../columns/list-column.ts';
import type { FilterRow } from '../filter-row.ts';

interface CustomParts<R> {
  columns: readonly ListColumn<R>[];
  filters: readonly FilterRow[];
}

const none: CustomParts<never> = { columns: [], filters: [] };

export function useCustomParts<R>(recordType = ''): CustomParts<R> {
  const { data = none } = useQuery({
    queryKey: ['fields', recordType, 'parts'],
    queryFn: async () => {
      const fields = await queryClient.fetchQuery(fieldsQuery(recordType));
      return fields.length === 0 ? none : (await import('./custom-parts.tsx')).customParts(fields);
    },
    enabled: isCustomized(recordType),
    staleTime: FIELDS_MS,
  });
  return data as unknown as CustomParts<R>;
}
