// The lists of the profile are fetched before it is shown.
import { apiKeysQuery, preferencesQuery, queryClient, sessionsQuery } from '../api/index.ts';

export const profileRouteOptions = {
  loader: async () => {
    await Promise.all([
      queryClient.ensureQueryData(apiKeysQuery),
      queryClient.ensureQueryData(preferencesQuery),
      queryClient.ensureQueryData(sessionsQuery),
    ]);
  },
};
