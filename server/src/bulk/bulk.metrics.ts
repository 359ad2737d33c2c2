// Metrics of bulk jobs.
import { Counter } from 'prom-client';

export const processedRows = new Counter({
  name: 'signalbox_bulk_rows_total',
  help: 'Rows of bulk jobs that were processed, by record type.',
  labelNames: ['type'],
});
