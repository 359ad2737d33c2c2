// The settings are fetched before their page is shown.
import { queryClient, settingsQuery } from '../../api/index.ts';

export const settingsRouteOptions = {
  loader: async () => {
    await queryClient.ensureQueryData(settingsQuery);
  },
};
