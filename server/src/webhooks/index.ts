export { auditedRows, auditIdsOf } from './audited.ts';
export { sweepKnown } from './inbound/events.sql.ts';
export { inboundRoutes } from './inbound/inbound.routes.ts';
export { FAILURES_JOB, mailFailures } from './outbound/alerts.ts';
export { forgetDropped } from './outbound/deliveries/claims.sql.ts';
export { deliveryRoutes } from './outbound/deliveries/deliveries.routes.ts';
export { outboundRoutes } from './outbound/outbound.routes.ts';
export { startOutbound } from './outbound/outbound.worker.ts';
