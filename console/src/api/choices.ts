// Pickers offer values from the settings of the instance.
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const choicesQuery = queryOptions({
  queryKey: ['choices'],
  queryFn: ({ signal }) => client.choices.get({ signal }),
  staleTime: 300_000,
});
