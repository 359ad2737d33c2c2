export { sweepKnown } from './inbound/events.sql.ts';
export { inboundRoutes } from './inbound/inbound.routes.ts';
