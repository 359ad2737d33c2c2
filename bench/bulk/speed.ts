// Measures the duration of a job, alone and beside the jobs of a caller at its limit. The worker runs in its own process.
import { type Instance, startInstance } from '../../server/test/support/harness.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { createJob, waitForJob, records } from '../../server/test/faults/bulk/jobs.ts';
import { startWorkerProcess } from '../../server/test/faults/bulk/killing.ts';

const ROWS = 100;
const MANY = 20;
const MAX_P95_MS = 500;
const MAX_RATIO = 2;

/** Measures from the receipt of the request to the commit of the last row, by the clock of the machine. */
async function measureJob(instance: Instance, email: string, mark: string): Promise<number> {
  const id = await createJob(instance, email, {
    operation: 'create',
    records: records(mark, ROWS),
  });
  const job = await waitForJob(instance, email, id);
  if (job.succeeded !== ROWS) throw new Error(JSON.stringify(job.results[0]));
  return Date.parse(job.finished_at) - Date.parse(job.created_at);
}

const at = (share: number, times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
  0;

export async function measureSpeed({
  jobs,
  rounds,
}: {
  jobs: number;
  rounds: number;
}): Promise<Report> {
  const instance = await startInstance();
  const worker = await startWorkerProcess(instance);
  try {
    for (let warm = 0; warm < 3; warm += 1)
      await measureJob(instance, 'warm@example.com', `warm ${warm}`);
    const times: number[] = [];
    for (let job = 0; job < jobs; job += 1)
      times.push(await measureJob(instance, 'single@example.com', `single ${job}`));
    const [alone, beside]: [number[], number[]] = [[], []];
    let wasFirst = 0;
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await measureJob(instance, 'single@example.com', `alone ${round}`));
      const many = await Promise.all(
        Array.from({ length: MANY }, (_, job) =>
          createJob(instance, 'many@example.com', {
            operation: 'create',
            records: records(`many ${round} ${job}`, ROWS),
          }),
        ),
      );
      beside.push(await measureJob(instance, 'single@example.com', `beside ${round}`));
      const rest = await Promise.all(many.map((id) => instance.call('GET', `/jobs/${id}`)));
      if (rest.some(({ body }) => body.finished_at === null)) wasFirst += 1;
      for (const id of many) await waitForJob(instance, 'many@example.com', id);
    }
    const [one, two] = [at(0.5, alone), at(0.5, beside)];
    return {
      figures: {
        jobs,
        rounds,
        p50_ms: at(0.5, times),
        alone_ms: one,
        beside_ms: two,
        // In this many rounds the single job finished before the other caller's last one.
        was_first: wasFirst,
      },
      faults: [],
      goals: [
        atMost('a job of 100 rows, p95', at(0.95, times), MAX_P95_MS, ' ms'),
        atMost('a job beside 20 of another caller, relative to alone', two / one, MAX_RATIO),
      ],
    };
  } finally {
    await worker.stop();
    await instance.stop();
  }
}
