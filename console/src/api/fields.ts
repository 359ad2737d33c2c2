// The definitions of the fields that the instance adds to its records.
import { queryOptions } from '@tanstack/react-query';
import type { Field } from '@signalbox/sdk';
import { learnFields } from '../words/index.ts';
import { client } from './client.ts';

export type { Field } from '@signalbox/sdk';

/** A record type has at most this many fields. */
export const MAX_FIELDS = 100;

const customized = new Set<string>(['incident', 'change', 'request', 'ci']);
/** Says whether records of the type can have custom fields. */
export const isCustomized = (type: string | undefined): type is Field['record_type'] =>
  type !== undefined && customized.has(type);

/** A manager who adds a field expects colleagues to have it soon, without a reload of their console. */
export const FIELDS_MS = 60_000;

/** Reads the fields of a record type in their order; those who manage fields also get the ones that are not active. */
export const fieldsQuery = (type: string) =>
  queryOptions({
    queryKey: ['fields', type],
    queryFn: async ({ signal }): Promise<Field[]> => {
      const query = { record_type: type as Field['record_type'], limit: MAX_FIELDS };
      const { data } = isCustomized(type)
        ? await client.fields.list(query, { signal })
        : { data: [] };
      learnFields(type, data);
      return data;
    },
    staleTime: FIELDS_MS,
  });
