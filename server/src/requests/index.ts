import { registerEventData } from '../events/index.ts';
import { serviceRequestEventData } from './requests.events.ts';
export { serviceRequests } from './requests.record.ts';
export { serviceRequestRoutes } from './requests.routes.ts';
export type { ServiceRequestCreate, ServiceRequestUpdate } from './requests.schema.ts';
export { act, createServiceRequest, updateServiceRequest } from './requests.service.ts';

registerEventData(['request.submitted', 'request.approved'], serviceRequestEventData);
