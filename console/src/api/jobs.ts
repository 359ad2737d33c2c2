// Bulk jobs: followed until they have finished.
import type { Job } from '@signalbox/sdk';
import { client } from './client.ts';

export type { Job, JobResult } from '@signalbox/sdk';

const POLL_MS = 250;
const finished = new Set(['completed', 'failed', 'cancelled']);

/** Calls `onProgress` with each status that it reads. */
export async function followJob(
  id: string,
  onProgress: (job: Job) => void,
  signal: AbortSignal,
): Promise<Job> {
  for (;;) {
    const job = await client.jobs.get(id, { signal });
    onProgress(job);
    if (finished.has(job.status)) return job;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal.throwIfAborted();
  }
}
