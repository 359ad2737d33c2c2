// The job endpoints. What can be done in bulk has a row of its own in the feature it belongs to.
import { may } from '../identity/index.ts';
import { listEnvelope, listQuery } from '../platform/http/output/pagination.ts';
import { reads, type Route, writes } from '../platform/http/routes/route.ts';
import { object } from '../platform/http/input/schema.ts';
import { Job, jobFilters, JobId, JobSummary } from './bulk.schema.ts';
import { cancelJob, getJob, listJobs } from './bulk.service.ts';

const tag = 'Jobs';
const params = object({ id: JobId });

export const jobRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/jobs',
    operationId: 'listJobs',
    tag,
    summary: 'List jobs',
    description:
      'Newest first, without results. Agents see their own; managers and auditors see all. A job is kept for 7 days after it ended.',
    policy: may('jobs.read'),
    query: listQuery(jobFilters, { sorts: ['created_at'], order: 'desc', pages: false }),
    success: {
      status: 200,
      description: 'A page of jobs.',
      schema: listEnvelope(JobSummary, 'JobList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listJobs,
  }),
  reads({
    method: 'GET',
    path: '/jobs/:id',
    operationId: 'getJob',
    tag,
    summary: 'How a job goes, and what became of each row',
    description:
      'Results come in the order of the request, as far as rows have ended. While the job is not finished the answer has `Retry-After`.',
    policy: may('jobs.read'),
    params,
    success: { status: 200, description: 'The job.', schema: Job },
    read: getJob,
  }),
  writes({
    method: 'POST',
    path: '/jobs/:id/cancel',
    operationId: 'cancelJob',
    tag,
    summary: 'Cancel a job',
    description:
      'The rows that are under way, ten at most, are finished first; what was done stays done, the rest is skipped.',
    policy: may('jobs.cancel'),
    params,
    success: { status: 200, description: 'The job, cancelled.', schema: Job },
    errors: ['job_finished'],
    write: cancelJob,
  }),
];
