export { incidentRoutes } from './incidents.routes.ts';
export { incidentTotals } from './incidents.sql.ts';
export { noteRoutes } from './notes/notes.routes.ts';
export { timelineRoutes } from './timeline/timeline.routes.ts';
