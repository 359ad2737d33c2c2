// The list of bulk jobs.
import { type JobRow, listJobs } from '../api/index.ts';
import { defineList } from '../lists/index.ts';

/** A bulk change is checked by a dry run first; those are shown only where one asks for them. */
export const jobList = defineList<JobRow>({
  filters: ['status', 'dry_run'],
  read: (query, cursor) => listJobs({ dry_run: 'false', ...query }, cursor),
});
