import type { Feature } from '../feature.ts';
import { recordSource } from '../records/index.ts';
import { requestAutomation } from './requests.automation.ts';
import { serviceRequestEventData } from './requests.events.ts';
import { serviceRequests } from './requests.record.ts';
import { serviceRequestRoutes } from './requests.routes.ts';
import { ServiceRequestId } from './requests.schema.ts';
import { serviceRequestSettings } from './requests.settings.ts';
export { serviceRequests } from './requests.record.ts';
export type { ServiceRequestCreate, ServiceRequestUpdate } from './requests.schema.ts';
export { applyAction, createServiceRequest, updateServiceRequest } from './requests.service.ts';

export const requestFeature: Feature = {
  routes: serviceRequestRoutes,
  records: [serviceRequests],
  automations: [requestAutomation],
  settings: serviceRequestSettings,
  events: serviceRequestEventData,
  search: [
    recordSource(serviceRequests, {
      type: 'request',
      id: ServiceRequestId,
      state: 'state',
      text: 'description',
    }),
  ],
};
