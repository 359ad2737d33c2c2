// Rules and macros change service requests by the rules of a PATCH.
import { type Automation, withStoredTimes } from '../records/index.ts';
import { presentServiceRequest, serviceRequests } from './requests.record.ts';
import { requireRightToChange } from './requests.rights.ts';
import { ServiceRequest, ServiceRequestId, ServiceRequestUpdate } from './requests.schema.ts';
import type { ServiceRequestRow } from './requests.sql.ts';

export const requestAutomation: Automation<ServiceRequestRow> = {
  type: serviceRequests as Automation<ServiceRequestRow>['type'],
  Id: ServiceRequestId,
  tag: 'Service requests',
  Full: ServiceRequest,
  present: presentServiceRequest,
  Update: ServiceRequestUpdate,
  notSettable: ['work_note', 'public_note'],
  apply: (context, before, sent) => {
    const patch = withStoredTimes(sent as ServiceRequestUpdate, ['due_at']);
    requireRightToChange(context.actor, before, patch);
    return { ...before, ...patch };
  },
};
