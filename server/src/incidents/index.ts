export {
  openIncident,
  repeatIncident,
  resolveIncident,
  reviseIncident,
} from './incidents.acts.ts';
export { incidentEventScope, shownEventData } from './incidents.events.sql.ts';
export { incidentRoutes } from './incidents.routes.ts';
export { IncidentCreate, IncidentId, type IncidentUpdate } from './incidents.schema.ts';
export { incidentTotals } from './incidents.sql.ts';
export { noteRoutes } from './notes/notes.routes.ts';
export type { WorkNoteCreate } from './notes/notes.schema.ts';
export { writeNote } from './notes/notes.service.ts';
export { timelineRoutes } from './timeline/timeline.routes.ts';
