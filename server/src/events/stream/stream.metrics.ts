import { Counter, Gauge } from 'prom-client';

export const openStreams = new Gauge({
  name: 'signalbox_event_streams',
  help: 'Open event streams of this process.',
});

export const sentEvents = new Counter({
  name: 'signalbox_event_stream_events_total',
  help: 'Events written to streams.',
});

export const endedStreams = new Counter({
  name: 'signalbox_event_streams_ended_total',
  help: 'Event streams that have ended, by cause.',
  labelNames: ['cause'],
});
