import type { Feature } from '../feature.ts';
import { recordSource } from '../records/index.ts';
import { approvalJobs, approvalListener } from './approvals/recheck.ts';
import { requestAutomation } from './requests.automation.ts';
import { serviceRequestEventData } from './requests.events.ts';
import { serviceRequests } from './requests.record.ts';
import { serviceRequestRoutes } from './requests.routes.ts';
import { ServiceRequestId } from './requests.schema.ts';
import { serviceRequestSettings } from './requests.settings.ts';
import { taskEventData } from './tasks/tasks.events.ts';
import { tasks } from './tasks/tasks.record.ts';
import { taskRoutes } from './tasks/tasks.routes.ts';
export { serviceRequests } from './requests.record.ts';
export type { ServiceRequestCreate, ServiceRequestUpdate } from './requests.schema.ts';
export { tasksOfRequest } from './tasks/tasks.sql.ts';
export { updateTask } from './tasks/tasks.service.ts';
export { applyAction, createServiceRequest, updateServiceRequest } from './requests.service.ts';

export const requestFeature: Feature = {
  routes: [...serviceRequestRoutes, ...taskRoutes],
  records: [serviceRequests, tasks],
  onSaved: approvalListener,
  jobs: approvalJobs,
  automations: [requestAutomation],
  settings: serviceRequestSettings,
  events: { ...serviceRequestEventData, ...taskEventData },
  search: [
    recordSource(serviceRequests, {
      type: 'request',
      id: ServiceRequestId,
      state: 'state',
      text: 'description',
    }),
  ],
};
