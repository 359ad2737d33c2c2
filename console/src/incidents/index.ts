export { incidentsRoute, readDefaultSearch } from './list/incidents.route.ts';
export { incidentRoute } from './record/incident.route.ts';
export { RailViews } from './views/rail-views.tsx';
export { viewLinks } from './views/view-links.ts';
