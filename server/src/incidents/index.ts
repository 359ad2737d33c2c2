export { incidentEventScope, shownEventData } from './incidents.events.sql.ts';
export { incidentRoutes } from './incidents.routes.ts';
export type { IncidentCreate, IncidentUpdate } from './incidents.schema.ts';
export { createIncident, updateIncident } from './incidents.service.ts';
export { incidentTotals } from './incidents.sql.ts';
export { noteRoutes } from './notes/notes.routes.ts';
export type { WorkNoteCreate } from './notes/notes.schema.ts';
export { addNote } from './notes/notes.service.ts';
export { timelineRoutes } from './timeline/timeline.routes.ts';
