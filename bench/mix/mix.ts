// Measures requests per second of the mix that a gateway sees, on one machine with the load generator.
import { filledDatabase } from '../../server/test/support/filled-database.ts';
import { killRest, ownPorts } from '../../server/test/support/processes.ts';
import { atLeast, atMost, type Report } from '../../server/test/support/report.ts';
import { prepareService } from '../../server/test/support/service.ts';
import { startProcess } from '../../server/test/support/service-process.ts';
import { newIncident } from '../ratios/subjects.ts';
import { measureCpu, type Usage } from '../ratios/cpu.ts';
import { median } from '../ratios/tables.ts';
import { type Requests, runWrk, type TimedRound } from '../ratios/wrk.ts';

type Sizes = Record<'records' | 'rounds' | 'seconds' | 'warmUp' | 'processes' | 'callers', number>;

const mix: readonly Requests[] = [
  { method: 'GET', paths: ['/incidents/{id}'], weight: 16 },
  { method: 'GET', paths: ['/incidents?state=in_progress&limit=25'], weight: 2 },
  { method: 'POST', paths: ['/incidents'], body: newIncident },
  { method: 'PATCH', paths: ['/incidents/{id}'], body: { category: 'patched {nnnn}' } },
];

export async function measureMix(
  { records, rounds, seconds, warmUp, processes, callers }: Sizes,
  isTimed: boolean,
): Promise<Report> {
  const database = await filledDatabase(records);
  try {
    const service = await prepareService(database);
    const main = await startProcess('start', service.env);
    const more = await Promise.all(
      Array.from({ length: processes - 1 }, async () => {
        const { PORT, METRICS_PORT } = await ownPorts();
        return startProcess('api', { ...service.env, PORT, METRICS_PORT });
      }),
    );
    const all = [main, ...more];
    const token = await service.token();
    const target = { addresses: all.map(({ url }) => url), token, records, seed: 1 };
    const measured: { result: TimedRound; usage: Usage }[] = [];
    const cpuOwners = { api: all.map(({ pid }) => pid()) };
    // V8 compiles hot functions for the first twenty seconds; meanwhile a request costs a fifth more.
    await runWrk(target, mix, callers, warmUp);
    for (let n = 0; n < rounds; n += 1)
      measured.push(await measureCpu(cpuOwners, () => runWrk(target, mix, callers, seconds)));
    await Promise.all(all.map((one) => one.stop()));
    const failed = measured.reduce((sum, { result }) => sum + result.failed, 0);
    const perSecond = Math.round(median(measured.map(({ result }) => result.perSecond)));
    const p99 = median(measured.map(({ result }) => result.p99Ms));
    const microsecondsOf = (part: string) =>
      Math.round(
        median(measured.map(({ result, usage }) => ((usage[part] ?? 0) * 1e6) / result.done)),
      );
    return {
      figures: {
        records,
        rounds,
        processes,
        failed,
        per_second: perSecond,
        p99_ms: p99,
        // The API processes do the background work, too.
        node_us: microsecondsOf('api'),
        postgres_us: microsecondsOf('postgres'),
        valkey_us: microsecondsOf('valkey'),
        generator_us: microsecondsOf('generator'),
      },
      faults: failed > 0 ? [`${failed} requests failed`] : [],
      goals: isTimed
        ? [atLeast('requests per second', perSecond, 3500), atMost('p99', p99, 100, ' ms')]
        : [],
    };
  } finally {
    await killRest();
    await database.drop();
  }
}
