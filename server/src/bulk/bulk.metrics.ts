// What operators see of jobs.
import { Counter } from 'prom-client';

export const doneRows = new Counter({
  name: 'signalbox_bulk_rows_total',
  help: 'Rows of bulk jobs that were done, by what their records are.',
  labelNames: ['type'],
});
