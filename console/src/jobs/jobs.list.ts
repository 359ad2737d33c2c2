import { type JobRow, listJobs } from '../api/index.ts';
import { defineList } from '../lists/index.ts';

/** Every bulk change is checked by a dry run first; dry runs are shown only if the filter asks for them. */
export const jobList = defineList<JobRow>({
  filters: ['status', 'dry_run'],
  read: (query, cursor) => listJobs({ dry_run: 'false', ...query }, cursor),
});
