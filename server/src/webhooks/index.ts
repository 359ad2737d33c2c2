import type { Feature } from '../feature.ts';
import { DAY, HOUR } from '../platform/background/schedules.ts';
import { webhookBulk } from './outbound/deliveries/deliveries.handlers.ts';
import { purgeExpiredDeliveryIds } from './inbound/events.sql.ts';
import { inboundRoutes } from './inbound/inbound.routes.ts';
import { FAILURES_JOB, mailFailures } from './outbound/alerts.ts';
import { purgeDroppedDeliveries } from './outbound/deliveries/claims.sql.ts';
import { deliveryRoutes } from './outbound/deliveries/deliveries.routes.ts';
import { recoverWebhook } from './outbound/deliveries/recover.ts';
import { RECOVERY_JOB } from './outbound/deliveries/recovery-job.ts';
import { outboundRoutes } from './outbound/outbound.routes.ts';
import { outboundWork } from './outbound/outbound.work.ts';
import { relayCommands } from './outbound/relay/relay.commands.ts';
import { purgeDroppedFailures } from './outbound/relay/relay.sql.ts';
import { onAccountSaved } from './owners/owner-saved.ts';
export { ownerlessWebhooks } from './owners/owners.metrics.ts';
export { countOwnerless, webhooksOf } from './owners/owners.sql.ts';
export { backlogGauges } from './outbound/deliver.metrics.ts';
export { FAILURES_JOB } from './outbound/alerts.ts';
export { countWaitingDeliveries } from './outbound/deliveries/claims.sql.ts';
export { outboundWork } from './outbound/outbound.work.ts';
export { readBacklog } from './outbound/relay/backlog.sql.ts';

export const webhookFeature: Feature = {
  routes: [...outboundRoutes, ...deliveryRoutes, ...inboundRoutes],
  onSaved: { user: onAccountSaved, client: onAccountSaved },
  bulk: webhookBulk,
  sealed: [
    { table: 'outbound_webhooks', column: 'headers' },
    { table: 'outbound_webhooks', column: 'secret' },
    { table: 'outbound_webhooks', column: 'previous_secret' },
    { table: 'inbound_webhooks', column: 'secret' },
    { table: 'inbound_webhooks', column: 'previous_secret' },
  ],
  expiring: [{ table: 'deliveries' }, { table: 'attempts' }, { table: 'inbound_events' }],
  jobs: { [FAILURES_JOB]: mailFailures, [RECOVERY_JOB]: recoverWebhook },
  dueWork: (deps, features) =>
    outboundWork(
      deps,
      features.flatMap(({ eventTasks = [] }) => eventTasks),
    ),
  schedules: ({ db, now, settings }) => [
    {
      name: 'purge-inbound-deliveries',
      everySeconds: HOUR,
      run: async () => purgeExpiredDeliveryIds(db, now(), (await settings()).retention_days),
    },
    {
      name: 'purge-dropped-deliveries',
      everySeconds: DAY,
      run: async () => {
        await purgeDroppedDeliveries(db, now(), (await settings()).retention_days);
        await purgeDroppedFailures(db);
      },
    },
  ],
  commands: relayCommands,
};
