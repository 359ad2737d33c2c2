import { registerEventData } from '../events/index.ts';
import { registerBulkOperations } from '../bulk/index.ts';
import { may } from '../identity/index.ts';
import { registerSettings } from '../platform/runtime/settings.ts';
import { incidentBulk } from './incidents.bulk.ts';
import { incidentEventData } from './incidents.events.ts';
import { incidentSettings } from './incidents.settings.ts';
export {
  createIncident,
  recordOccurrence,
  resolveIncident,
  updateIncident,
} from './incidents.service.ts';
export { loadIncidents, type PastIncident } from './incidents.past.ts';
export { writeNote } from './incidents.notes.ts';
export { incidentRoutes } from './incidents.routes.ts';
export { IncidentCreate, IncidentId, IncidentSummary, IncidentUpdate } from './incidents.schema.ts';
export { incidents } from './incidents.record.ts';
export { findOpenIncidentsOfCis, type IncidentRow, incidentTotals } from './incidents.sql.ts';
export { foldStats } from './stats/stats.sql.ts';
export { incidentWork, slaWork } from './incidents.due.ts';
export { oldestThresholdSeconds } from './sla/sla.sql.ts';
export { sweepSla, fireDueThresholds } from './sla/sla.sweep.ts';

registerBulkOperations('incidents', incidentBulk, may('incidents.bulk'));
for (const [types, data] of incidentEventData) registerEventData(types, data);
registerSettings(incidentSettings);
