// What operators see of deliveries.
import { Counter, Gauge, Histogram } from 'prom-client';

export const attemptSeconds = new Histogram({
  name: 'signalbox_delivery_attempt_seconds',
  help: 'Time of an attempt to deliver, by what came of it.',
  labelNames: ['outcome'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

export const relayedEvents = new Counter({
  name: 'signalbox_relayed_events_total',
  help: 'Events that deliveries were made of.',
});

export const eventsSetAside = new Counter({
  name: 'signalbox_relay_events_set_aside_total',
  help: 'Events that this process set aside, because no deliveries could be made of them.',
});

export const relayFailures = new Gauge({
  name: 'signalbox_relay_failures',
  help: 'Events that are set aside now. Each was sent to no webhook.',
});

export const lostClaims = new Counter({
  name: 'signalbox_delivery_claims_lost_total',
  help: 'Results that did not count, because the lease had ended and another worker had taken the delivery.',
});

export const inFlight = new Gauge({
  name: 'signalbox_deliveries_in_flight',
  help: 'Attempts under way in this process, each under a lease.',
});

export const oldestDue = new Gauge({
  name: 'signalbox_deliveries_oldest_due_seconds',
  help: 'How long the delivery that waits longest has been due.',
});
