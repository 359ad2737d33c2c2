import { recordRoute } from '../records/index.ts';
import { serviceRequestList } from './requests.list.ts';

export const requestsRoute = serviceRequestList.route;
const ofRecord = recordRoute('request');

export const requestRoute = {
  ...ofRecord,
  /** The page can be opened at one of its tasks. */
  validateSearch: (search: Record<string, unknown>) => ({
    ...ofRecord.validateSearch(search),
    ...(typeof search['task'] === 'string' && { task: search['task'] }),
  }),
};
