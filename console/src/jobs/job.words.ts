import type { Job } from '../api/index.ts';

const types: Readonly<Record<string, string>> = {
  incidents: 'incidents',
  cis: 'CIs',
  deliveries: 'deliveries',
  'open-work': 'records',
};

const operations: Readonly<Record<string, string>> = {
  create: 'Create',
  update: 'Update',
  apply_macro: 'Apply a macro to',
  upsert: 'Update or create',
  discover: 'Discover',
  replay: 'Replay',
  hand_over: 'Hand over',
};

type NamedJob = Pick<Job, 'type' | 'operation' | 'total'>;

/** Returns, for example, "Update 98 incidents". */
export function jobName({ type, operation, total }: NamedJob): string {
  const noun = types[type] ?? type.replaceAll('_', ' ');
  return `${operations[operation] ?? operation} ${total} ${total === 1 ? noun.replace(/s$/, '') : noun}`;
}

export const statusLabels = {
  queued: 'Queued',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const;

export type ResultFilter = 'all' | 'succeeded' | 'failed' | 'skipped';

/** Returns, for example, "98 of 100 rows succeeded, 2 failed." */
export function outcome({ status, total, succeeded, failed, dry_run }: Job): string {
  const rows = (count: number) => `${count} of ${total} ${total === 1 ? 'row' : 'rows'}`;
  if (status === 'queued') return 'The job waits until other jobs have finished.';
  const verb = dry_run ? 'would succeed' : 'succeeded';
  const parts = [`${rows(succeeded)} ${verb}`];
  if (failed > 0) parts.push(`${failed} failed`);
  const skipped = status === 'cancelled' ? total - succeeded - failed : 0;
  if (skipped > 0) parts.push(`${skipped} skipped`);
  return `${parts.join(', ')}.`;
}
