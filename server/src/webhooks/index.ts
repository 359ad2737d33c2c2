import { onRecordSaved } from '../records/index.ts';
import { onAccountSaved } from './owners/owner-saved.ts';

export { webhookAudit } from './audited.ts';
export { purgeExpiredDeliveryIds } from './inbound/events.sql.ts';
export { inboundRoutes } from './inbound/inbound.routes.ts';
export { FAILURES_JOB, mailFailures } from './outbound/alerts.ts';
export { purgeDroppedDeliveries } from './outbound/deliveries/claims.sql.ts';
export { recoverWebhook } from './outbound/deliveries/recover.ts';
export { RECOVERY_JOB, type Recovery } from './outbound/deliveries/recovery-job.ts';
export { deliveryRoutes } from './outbound/deliveries/deliveries.routes.ts';
export { outboundRoutes } from './outbound/outbound.routes.ts';
export { startOutbound } from './outbound/outbound.worker.ts';
export { backlogGauges } from './outbound/deliver.metrics.ts';
export { readBacklog } from './outbound/relay/backlog.sql.ts';
export { purgeDroppedFailures } from './outbound/relay/relay.sql.ts';
export { relayCommands, relayUsage } from './outbound/relay/relay.commands.ts';

onRecordSaved('user', onAccountSaved);
onRecordSaved('client', onAccountSaved);
