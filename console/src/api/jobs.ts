import { queryOptions } from '@tanstack/react-query';
import type { Job, JobSummary } from '@signalbox/sdk';
import { client } from './client.ts';
import { queryClient } from './query-client.ts';
import { type ListPage, pageOf, pageQuery } from './pages.ts';

export type { Job, JobResult } from '@signalbox/sdk';

const POLL_MS = 250;
const OWN_POLL_MS = 5000;
const finished = new Set(['completed', 'failed', 'cancelled']);

export const isFinished = ({ status }: Pick<Job, 'status'>): boolean => finished.has(status);

/** Tells whether a job of the caller is changing records; polls until none is. */
export const isRunningQuery = queryOptions({
  queryKey: ['jobs', 'is-running'],
  queryFn: async ({ signal }) => {
    const query = { status: ['queued', 'running'], dry_run: ['false'], limit: 1 } as const;
    return (await client.jobs.list(query, { signal })).data.length > 0;
  },
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }) => state.data === true && OWN_POLL_MS,
});

/** Polls until the job has finished, and calls `onProgress` with each status. */
export async function followJob(
  id: string,
  onProgress: (job: Job) => void,
  signal: AbortSignal,
): Promise<Job> {
  void queryClient.invalidateQueries(isRunningQuery);
  for (;;) {
    const job = await client.jobs.get(id, { signal });
    onProgress(job);
    if (isFinished(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
  }
}

export type JobRow = JobSummary & { id: string };

export const listJobs = async (
  query: Record<string, string>,
  cursor: string | undefined,
): Promise<ListPage<JobRow>> => {
  const page = pageOf<JobSummary>(await client.jobs.list(pageQuery(query, cursor)));
  return { ...page, rows: page.rows.map((job) => ({ ...job, id: job.job_id })) };
};

const REFRESH_MS = 1000;

/** Polls every second until the job has finished. */
export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ['jobs', id],
    queryFn: ({ signal }) => client.jobs.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data && isFinished(state.data) ? false : REFRESH_MS),
  });

export const cancelJob = (id: string): Promise<Job> => client.jobs.cancel(id);
