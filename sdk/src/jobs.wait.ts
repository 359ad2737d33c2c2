// Waits for a job, and reports its progress.
import { SignalboxError } from './errors.ts';
import type { Job, JobAccepted } from './generated/schemas.ts';
import type { RequestOptions } from './options.ts';
import { sleep } from './retry.ts';

export interface WaitOptions extends Omit<RequestOptions, 'timeoutMs'> {
  /** The wait calls this after every poll in which rows were processed, and at the end. */
  onProgress?: ((job: Job) => void) | undefined;
  /** After this many milliseconds, the wait fails with the code `timeout`; the job continues. By default it waits until the end. */
  timeoutMs?: number | undefined;
}

const FIRST_POLL_MS = 100;
const MAX_POLL_MS = 2000;
const GROWTH = 1.5;
const FINISHED = new Set<Job['status']>(['completed', 'failed', 'cancelled']);

/** Returns the finished job, whether its rows succeeded or not: see `status` and `results`. */
export async function waitForJob(
  get: (id: string, options: RequestOptions) => Promise<Job>,
  job: string | JobAccepted,
  { onProgress, timeoutMs = Infinity, ...options }: WaitOptions = {},
): Promise<Job> {
  const id = typeof job === 'string' ? job : job.job_id;
  const endsAt = Date.now() + timeoutMs;
  let processed = 0;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(MAX_POLL_MS, pollMs * GROWTH)) {
    const current = await get(id, options);
    const isFinished = FINISHED.has(current.status);
    if (isFinished || current.processed > processed) onProgress?.(current);
    if (isFinished) return current;
    processed = current.processed;
    if (Date.now() + pollMs > endsAt)
      throw new SignalboxError('timeout', `${id} has not finished within ${timeoutMs} ms.`);
    await sleep(pollMs, options.signal);
  }
}
