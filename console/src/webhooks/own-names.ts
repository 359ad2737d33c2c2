// Filters and mappings of webhooks name the instance's own fields `custom.<key>`.
import { useQueries } from '@tanstack/react-query';
import { type Field, fieldsQuery } from '../api/index.ts';
import { type CustomName, customName } from '../words/index.ts';

export interface OwnField extends Pick<Field, 'active' | 'record_type'> {
  name: CustomName;
}

/** Returns the fields of these record types, in their order. */
export const useOwnFields = (recordTypes: readonly string[]): readonly OwnField[] =>
  useQueries({
    queries: recordTypes.map(fieldsQuery),
    combine: (results) =>
      results.flatMap(({ data = [] }) =>
        data.map(({ key, active, record_type }) => ({
          name: customName(key),
          active,
          record_type,
        })),
      ),
  });
