// The route of the settings: fetched before they are shown.
import { queryClient, settingsQuery } from '../../api/index.ts';

export const settingsRouteOptions = {
  loader: async () => {
    await queryClient.ensureQueryData(settingsQuery);
  },
};
