import { registerEventData } from '../events/index.ts';
import { serviceRequestEventData } from './requests.events.ts';
export { serviceRequestRoutes } from './requests.routes.ts';

registerEventData(['request.submitted', 'request.approved'], serviceRequestEventData);
