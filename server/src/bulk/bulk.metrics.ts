import { Counter } from 'prom-client';

export const processedRows = new Counter({
  name: 'signalbox_bulk_rows_total',
  help: 'Processed rows of bulk jobs, by record type.',
  labelNames: ['type'],
});
