// Policies, their fields and the names of calendars are read before the page is shown.
import {
  calendarNamesQuery,
  conditionFieldsQuery,
  queryClient,
  slaPoliciesQuery,
} from '../../api/index.ts';

export const loadPolicies = (): Promise<unknown> =>
  Promise.all([
    queryClient.fetchQuery(slaPoliciesQuery),
    queryClient.ensureQueryData(conditionFieldsQuery('incident')),
    queryClient.ensureQueryData(conditionFieldsQuery('request')),
    queryClient.fetchQuery(calendarNamesQuery),
  ]);
