// The definitions of a record type are fetched before their page is shown.
import { fieldsQuery, queryClient } from '../../api/index.ts';

export const fieldsRouteOptions = {
  validateSearch: ({ type, peek }: Record<string, unknown>): { type: string; peek?: string } => ({
    type: typeof type === 'string' ? type : 'incident',
    ...(typeof peek === 'string' && { peek }),
  }),
  loaderDeps: ({ search: { type } }: { search: { type: string } }) => ({ type }),
  loader: async ({ deps: { type } }: { deps: { type: string } }): Promise<void> => {
    await queryClient.ensureQueryData(fieldsQuery(type));
  },
};
