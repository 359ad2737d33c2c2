// Only jobs have their routes here; each feature has the route of its own bulk requests.
import { may } from '../identity/index.ts';
import { listEnvelope, listQuery } from '../platform/http/output/pagination.ts';
import { reads, type Route, writes } from '../platform/http/routes/route.ts';
import { object } from '../platform/http/input/schema.ts';
import { Job, jobFilters, JobId, JobSummary } from './bulk.schema.ts';
import { cancelJob, getJob, listJobs } from './bulk.handlers.ts';

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
      'Newest first, without results. Agents see their own jobs; managers and auditors see all. A job is deleted `job_retention_days` after it has finished, 7 by default.',
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
    summary: 'Get a job',
    description:
      'Returns the status of the job and the results of the rows processed so far, in the order of the request. The response has `Retry-After` until the job has finished.',
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
      'The rows in progress, ten at most, are completed first. Completed rows are not undone; the remaining rows are skipped.',
    policy: may('jobs.cancel'),
    params,
    success: { status: 200, description: 'The cancelled job.', schema: Job },
    errors: ['job_finished'],
    write: cancelJob,
  }),
];
