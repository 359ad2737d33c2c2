export { FAILURES_JOB, mailFailures } from './outbound/alerts.ts';
export { deliveryRoutes } from './outbound/deliveries/deliveries.routes.ts';
export { outboundRoutes } from './outbound/outbound.routes.ts';
export { startOutbound } from './outbound/outbound.worker.ts';
