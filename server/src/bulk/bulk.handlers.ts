// Handlers only queue, present and cancel jobs; bulk.work.ts processes the rows.
import type { AuditContext } from '../platform/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { notFound, ApiError } from '../platform/errors.ts';
import { type Reply, type RequestContext, ok } from '../platform/http/request/context.ts';
import { respondWithList } from '../platform/http/output/pagination.ts';
import { picker } from '../platform/http/input/schema.ts';
import { API_ROOT } from '../platform/http/request/request-url.ts';
import { notifyOnCommit } from '../platform/postgres/commit-notifier.ts';
import { Job, JobSummary } from './bulk.schema.ts';
import {
  countUnfinished,
  cancelRemaining,
  findJob,
  insertJob,
  jobList,
  type JobRow,
  lockJob,
} from './bulk.sql.ts';

const MAX_UNFINISHED_JOBS = 20;
const RETRY_AFTER = { 'retry-after': '1' };

const pickSummary = picker(JobSummary);
const pickJob = picker(Job);

export const jobPath = (id: string): string => `${API_ROOT}/v1/jobs/${id}`;

export interface JobRequest {
  type: string;
  operation: string;
  isDryRun: boolean;
  records: readonly object[];
  /** The fields are merged into each record. */
  fields?: object | undefined;
}

async function requireFreeSlot(tx: Tx, caller: string): Promise<void> {
  const unfinished = await countUnfinished(tx, caller);
  if (unfinished < MAX_UNFINISHED_JOBS) return;
  throw new ApiError(
    'too_many_jobs',
    `You have ${unfinished} unfinished jobs; ${MAX_UNFINISHED_JOBS} are allowed. Wait until one finishes, or cancel one.`,
    {},
    RETRY_AFTER,
  );
}

/** Queues a job in the transaction of the write that it follows from, and returns its id. */
export async function queueJob(
  tx: Tx,
  { actor, requestId, now }: Pick<AuditContext, 'actor' | 'requestId' | 'now'>,
  { type, operation, isDryRun, records, fields }: JobRequest,
): Promise<string> {
  await requireFreeSlot(tx, actor.id);
  const id = await insertJob(tx, {
    type,
    operation,
    dry_run: isDryRun,
    caller: actor.id,
    actor: JSON.stringify(actor),
    request_id: requestId,
    records: JSON.stringify(records),
    fields: fields === undefined ? null : JSON.stringify(fields),
    total: records.length,
    created_at: now.toISOString(),
  });
  notifyOnCommit(tx, 'bulk');
  return id;
}

export async function acceptJob(tx: Tx, request: RequestContext, job: JobRequest): Promise<Reply> {
  const id = await queueJob(tx, request, job);
  const { operation, records } = job;
  const total = records.length;
  const statusUrl = `${request.baseUrl}${jobPath(id)}`;
  return {
    status: 202,
    body: { job_id: id, status: 'queued', operation, total, status_url: statusUrl },
    headers: { location: statusUrl, ...RETRY_AFTER },
  };
}

export const listJobs = (request: RequestContext): Promise<Reply> => {
  const { actor, reach } = request;
  const scope =
    reach === 'all' ? { key: 'all' } : { key: `own ${actor.id}`, filters: { caller: [actor.id] } };
  const newestFirst = { sort: 'created_at', order: 'desc' } as const;
  return respondWithList(request, jobList, scope, newestFirst, (rows) =>
    rows.map((row) => pickSummary({ ...row, job_id: row.id })),
  );
};

type IdRequest = RequestContext<{ id: string }>;

function requireVisible<J extends JobRow>(
  job: J | undefined,
  { params, actor, reach }: IdRequest,
): J {
  const isVisible = job && (reach === 'all' || job.caller === actor.id);
  if (!isVisible) throw notFound(`Job ${params.id}`);
  return job;
}

export async function getJob(request: IdRequest): Promise<Reply> {
  const job = requireVisible(await findJob(request.deps.db, request.params.id), request);
  return ok(presentJob(job), job.finished_at === null ? RETRY_AFTER : {});
}

const presentJob = (job: NonNullable<Awaited<ReturnType<typeof findJob>>>) =>
  pickJob({
    ...job,
    job_id: job.id,
    results: job.results.map(({ error, warnings, ...result }) => ({
      ...result,
      ...(error && { error }),
      ...(warnings && { warnings }),
    })),
  });

export async function cancelJob(tx: Tx, request: IdRequest): Promise<Reply> {
  const { id } = request.params;
  const job = requireVisible(await lockJob(tx, id), request);
  if (job.finished_at !== null) {
    throw new ApiError('job_finished', `The job has already finished with status ${job.status}.`, {
      job_status: job.status,
    });
  }
  await cancelRemaining(tx, id, {
    at: request.clock().toISOString(),
    retentionDays: request.settings.job_retention_days,
    reason: 'requested',
  });
  return ok(presentJob(requireVisible(await findJob(tx, id), request)));
}
