import { Gauge } from 'prom-client';

/** Every process measures it; see monitoring/measures.ts. */
export const ownerlessWebhooks = new Gauge({
  name: 'signalbox_webhooks_owner_inactive',
  help: 'Webhooks that need another owner, by direction: suspended outbound ones, and inbound ones that end.',
  labelNames: ['direction'],
});
