export { deliveryList } from './deliveries/deliveries.list.ts';
export { deliveryRouteOptions } from './deliveries/delivery.route.ts';
export { inboundList } from './inbound/inbound.list.ts';
export { inboundCreateRouteOptions, inboundRouteOptions } from './inbound/inbound.route.ts';
export { webhookList } from './outbound/outbound.list.ts';
export { webhookRouteOptions } from './outbound/webhook.route.ts';
