import type { Feature } from '../feature.ts';
import { may } from '../identity/index.ts';
import { recordSource } from '../records/index.ts';
import { incidentAutomation } from './incidents.automation.ts';
import { incidentJobs } from './incidents.bulk.ts';
import { incidentWork } from './incidents.due.ts';
import { incidentEventData } from './incidents.events.ts';
import { incidents } from './incidents.record.ts';
import { incidentRoutes } from './incidents.routes.ts';
import { IncidentId } from './incidents.schema.ts';
import { incidentSettings } from './incidents.settings.ts';
export {
  addNote,
  createIncident,
  recordOccurrence,
  resolveIncident,
  updateIncident,
} from './incidents.service.ts';
export { loadIncidents, type PastIncident } from './incidents.past.ts';
export { writeNote } from './notes/notes.writer.ts';
export { IncidentCreate, IncidentId, IncidentSummary, IncidentUpdate } from './incidents.schema.ts';
export { incidents } from './incidents.record.ts';
export {
  findOpenIncidentsOfCis,
  type IncidentRow,
  incidentTotals,
  requesterTotals,
} from './incidents.sql.ts';
export { foldStats } from './stats/stats.sql.ts';
export { slaWork } from './incidents.due.ts';
export { endHolds } from './hold/hold.end.ts';
export { oldestThresholdSeconds } from './sla/sla.sql.ts';
export { sweepSla, fireDueThresholds } from './sla/sla.sweep.ts';

export const incidentFeature: Feature = {
  routes: incidentRoutes,
  records: [incidents],
  automations: [incidentAutomation],
  settings: incidentSettings,
  events: incidentEventData,
  bulk: { incidents: { operations: incidentJobs, policy: may('incidents.bulk') } },
  dueWork: incidentWork,
  search: [
    recordSource(incidents, {
      type: 'incident',
      id: IncidentId,
      state: 'state',
      text: 'description',
    }),
  ],
};
