import { Counter, Gauge, Histogram } from 'prom-client';

export const attemptSeconds = new Histogram({
  name: 'signalbox_delivery_attempt_seconds',
  help: 'Duration of delivery attempts, by outcome.',
  labelNames: ['outcome'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

export const relayedEvents = new Counter({
  name: 'signalbox_relayed_events_total',
  help: 'Events that were relayed to deliveries.',
});

export const eventsSetAside = new Counter({
  name: 'signalbox_relay_events_set_aside_total',
  help: 'Events that this process set aside because no deliveries could be created for them.',
});

export const lostClaims = new Counter({
  name: 'signalbox_delivery_claims_lost_total',
  help: 'Attempt results discarded because the lease had expired and another worker had claimed the delivery.',
});

export const inFlight = new Gauge({
  name: 'signalbox_deliveries_in_flight',
  help: 'Delivery attempts in progress in this process, each under a lease.',
});

/** Every process measures these; see monitoring/measures.ts. */
export const backlogGauges = {
  oldestDue: new Gauge({
    name: 'signalbox_deliveries_oldest_due_seconds',
    help: 'Age of the oldest due delivery.',
  }),
  oldestUnrelayed: new Gauge({
    name: 'signalbox_relay_oldest_event_seconds',
    help: 'Age of the oldest event that is not relayed yet.',
  }),
  relayFailures: new Gauge({
    name: 'signalbox_relay_failures',
    help: 'Events that are currently set aside and not delivered to any webhook.',
  }),
};
