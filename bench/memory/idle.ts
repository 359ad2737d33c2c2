// Measures the memory of an idle `start` by its parts, when it is ready and a minute later.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyDatabase } from '../../server/test/support/databases.ts';
import { killRest } from '../../server/test/support/processes.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { prepareService } from '../../server/test/support/service.ts';
import { startProcess } from '../../server/test/support/service-process.ts';

const MAX_MB = 180;
const MEGABYTE = 1024 * 1024;

const megabytes = (bytes: number): number => Math.round((bytes / MEGABYTE) * 10) / 10;

/** Returns megabytes of private pages and of file pages, which processes of one program share. */
function residentOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string) =>
    megabytes(Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024);
  return { all: of('VmRSS'), private: of('RssAnon'), files: of('RssFile') };
}

/** Reads the JavaScript heap and the buffers outside of it from the metrics of the process. */
async function heapOf(port: string) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const of = (name: string) =>
    megabytes(Number(new RegExp(`^signalbox_nodejs_${name}_bytes (\\S+)$`, 'm').exec(text)?.[1]));
  return {
    heap: of('heap_size_total'),
    heapUsed: of('heap_size_used'),
    external: of('external_memory'),
  };
}

export async function measureIdle({ seconds }: Record<'seconds', number>): Promise<Report> {
  const database = await emptyDatabase();
  try {
    const { env } = await prepareService(database);
    const service = await startProcess('start', env);
    const atReady = residentOf(service.pid());
    await sleep(seconds * 1000);
    const resident = residentOf(service.pid());
    const { heap, heapUsed, external } = await heapOf(env['METRICS_PORT'] ?? '');
    await service.stop();
    return {
      figures: {
        ready_mb: atReady.all,
        idle_mb: resident.all,
        files_mb: resident.files,
        private_mb: resident.private,
        heap_mb: heap,
        heap_used_mb: heapUsed,
        external_mb: external,
      },
      faults: [],
      goals: [atMost('idle start', resident.all, MAX_MB, ' MB')],
    };
  } finally {
    await killRest();
    await database.drop();
  }
}
