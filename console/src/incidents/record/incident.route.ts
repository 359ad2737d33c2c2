// The SLA segments of an incident are fetched with its timeline.
import { queryClient, slaQuery } from '../../api/index.ts';
import { recordRoute } from '../../records/index.ts';

const route = recordRoute('incident');

export const incidentRoute = {
  ...route,
  loader: async (options: { params: { id: string } }): Promise<void> => {
    void queryClient.prefetchQuery(slaQuery(options.params.id));
    await route.loader(options);
  },
};
