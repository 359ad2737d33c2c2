import {
  listServiceRequests,
  queryClient,
  serviceRequestQuery,
  type ServiceRequestRow,
} from '../api/index.ts';
import { defineList, type ListRow } from '../lists/index.ts';

export type ServiceRequestListRow = ServiceRequestRow & ListRow;

export const serviceRequestList = defineList<ServiceRequestListRow>({
  filters: [
    'q',
    'state',
    'requested_by',
    'decidable',
    'created_after',
    'created_before',
    'updated_after',
  ],
  read: listServiceRequests,
  readOne: (id) => queryClient.fetchQuery(serviceRequestQuery(id)),
  recordType: 'request',
});
