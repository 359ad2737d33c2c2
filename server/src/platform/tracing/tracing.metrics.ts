import { Counter } from 'prom-client';

const spans = new Counter({
  name: 'signalbox_trace_spans_total',
  help: 'Spans of traces by result: exported, or dropped because the collector did not accept them in time.',
  labelNames: ['result'],
});

export const countSpans = (result: 'exported' | 'dropped', count: number): void =>
  spans.inc({ result }, count);
