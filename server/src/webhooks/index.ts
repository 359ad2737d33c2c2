export { sweepKnown } from './inbound/events.sql.ts';
export { inboundRoutes } from './inbound/inbound.routes.ts';
export { FAILURES_JOB, mailFailures } from './outbound/alerts.ts';
export { forgetDropped } from './outbound/deliveries/claims.sql.ts';
export { deliveryRoutes } from './outbound/deliveries/deliveries.routes.ts';
export { outboundRoutes } from './outbound/outbound.routes.ts';
export { startOutbound } from './outbound/outbound.worker.ts';
export { forgetDroppedFailures } from './outbound/relay.sql.ts';
export { relayCommands, relayUsage } from './outbound/relay.commands.ts';
