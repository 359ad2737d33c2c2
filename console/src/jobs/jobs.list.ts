// The list of bulk jobs.
import { type JobRow, listJobs } from '../api/index.ts';
import { defineList } from '../lists/index.ts';

export const jobList = defineList<JobRow>({ filters: ['status'], read: listJobs });
