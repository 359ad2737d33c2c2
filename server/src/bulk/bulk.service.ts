// Jobs over HTTP: asked for, looked at, cancelled. Their rows are done by bulk.worker.ts.
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
  endEarly,
  findJob,
  insertJob,
  jobList,
  type JobRow,
  lockJob,
} from './bulk.sql.ts';

const MOST_UNFINISHED = 20;
const ASK_AGAIN = { 'retry-after': '1' };

const pickSummary = picker(JobSummary);
const pickJob = picker(Job);

export const jobPath = (id: string): string => `${API_ROOT}/v1/jobs/${id}`;

export interface Wanted {
  type: string;
  operation: string;
  isDryRun: boolean;
  records: readonly object[];
  /** Joined to each record. */
  fields?: object | undefined;
}

async function requireRoom(tx: Tx, caller: string): Promise<void> {
  const unfinished = await countUnfinished(tx, caller);
  if (unfinished < MOST_UNFINISHED) return;
  throw new ApiError(
    'too_many_jobs',
    `You have ${unfinished} unfinished jobs, and ${MOST_UNFINISHED} are allowed; wait for one to end or cancel one.`,
    {},
    ASK_AGAIN,
  );
}

export async function acceptJob(tx: Tx, request: RequestContext, wanted: Wanted): Promise<Reply> {
  const { actor, requestId, now, baseUrl } = request;
  const { type, operation, isDryRun, records, fields } = wanted;
  await requireRoom(tx, actor.id);
  const total = records.length;
  const id = await insertJob(tx, {
    type,
    operation,
    dry_run: isDryRun,
    caller: actor.id,
    actor: JSON.stringify(actor),
    request_id: requestId,
    records: JSON.stringify(records),
    fields: fields === undefined ? null : JSON.stringify(fields),
    total,
    created_at: now.toISOString(),
  });
  notifyOnCommit(tx, 'bulk');
  const statusUrl = `${baseUrl}${jobPath(id)}`;
  return {
    status: 202,
    body: { job_id: id, status: 'queued', operation, total, status_url: statusUrl },
    headers: { location: statusUrl, ...ASK_AGAIN },
  };
}

export const listJobs = (request: RequestContext): Promise<Reply> => {
  const { actor, reach } = request;
  const scope =
    reach === 'all' ? { key: 'all' } : { key: `own ${actor.id}`, filters: { caller: [actor.id] } };
  const newestFirst = { sort: 'created_at', order: 'desc' } as const;
  return respondWithList(request, jobList, scope, newestFirst, (rows) =>
    rows.map((row) => pickSummary({ ...row, job_id: row['id'] })),
  );
};

type IdCall = RequestContext<{ id: string }>;

function requireVisible<J extends JobRow>(job: J | undefined, { params, actor, reach }: IdCall): J {
  const isVisible = job && (reach === 'all' || job.caller === actor.id);
  if (!isVisible) throw notFound(`Job ${params.id}`);
  return job;
}

export async function getJob(request: IdCall): Promise<Reply> {
  const job = requireVisible(await findJob(request.deps.db, request.params.id), request);
  return ok(presentJob(job), job.finished_at === null ? ASK_AGAIN : {});
}

const presentJob = (job: NonNullable<Awaited<ReturnType<typeof findJob>>>) =>
  pickJob({
    ...job,
    job_id: job.id,
    results: job.results.map(({ error, ...result }) => ({ ...result, ...(error && { error }) })),
  });

export async function cancelJob(tx: Tx, request: IdCall): Promise<Reply> {
  const { id } = request.params;
  const job = requireVisible(await lockJob(tx, id), request);
  if (job.finished_at !== null) {
    throw new ApiError('job_finished', `The job has ended already, as ${job.status}.`, {
      job_status: job.status,
    });
  }
  await endEarly(tx, id, request.clock().toISOString(), request.settings.job_retention_days);
  return ok(presentJob(requireVisible(await findJob(tx, id), request)));
}
