// Policies, their fields and the names of calendars are read before the page is shown.
import {
  calendarNamesQuery,
  conditionFieldsQuery,
  queryClient,
  slaPoliciesQuery,
} from '../../api/index.ts';

export const policiesRouteOptions = {
  validateSearch: ({ peek }: Record<string, unknown>): { peek?: string } =>
    typeof peek === 'string' ? { peek } : {},
  loader: async (): Promise<void> => {
    await Promise.all([
      queryClient.fetchQuery(slaPoliciesQuery),
      queryClient.ensureQueryData(conditionFieldsQuery('incident')),
      queryClient.ensureQueryData(conditionFieldsQuery('request')),
      queryClient.fetchQuery(calendarNamesQuery),
    ]);
  },
};
