import { registerSettings } from '../platform/runtime/settings.ts';
import { incidentSettings } from './incidents.settings.ts';
export {
  createIncident,
  recordOccurrence,
  resolveIncident,
  updateIncident,
} from './incidents.service.ts';
export { incidentBulkRoutes } from './bulk/bulk.routes.ts';
export { incidentBulk } from './bulk/bulk.service.ts';
export { incidentEventVisibility, isHiddenAsDeleted } from './incidents.events.sql.ts';
export { incidentRoutes } from './incidents.routes.ts';
export { IncidentCreate, IncidentId, type IncidentUpdate } from './incidents.schema.ts';
export { incidentTotals } from './incidents.sql.ts';
export { noteRoutes } from './notes/notes.routes.ts';
export type { WorkNoteCreate } from './notes/notes.schema.ts';
export { writeNote } from './notes/notes.service.ts';
export { slaRoutes } from './sla/sla.routes.ts';
export { sweepSla, fireDueThresholds } from './sla/sla.sweep.ts';
export { timelineRoutes } from './timeline/timeline.routes.ts';

registerSettings(incidentSettings);
