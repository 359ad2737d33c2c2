// Compares the service with bare PostgreSQL. `--database URL` names a filled database, to which it writes; `--profile
// FOLDER` stores profiles of the API processes; `--only TEXT` selects requests by name.
import { killRest } from '../../server/test/support/processes.ts';
import { filledDatabase } from '../../server/test/support/filled-database.ts';
import { atLeast, type Report } from '../../server/test/support/report.ts';
import { compare, type Comparison } from './compare.ts';
import { startBenchInstance } from './bench-instance.ts';
import { subjects } from './subjects.ts';
import { cpuTable, median, ratioTable } from './tables.ts';

interface Sizes {
  records: number;
  rounds: number;
  seconds: number;
  /** Each kind of request is warmed up for this many seconds. */
  warmUp: number;
  seed: number;
}

interface Choice {
  database?: string | undefined;
  profile?: string | undefined;
  only?: string | undefined;
}

export async function measureRatios(
  { records, rounds, seconds, warmUp, seed }: Sizes,
  { database, profile, only }: Choice = {},
): Promise<Report> {
  const scratch = await filledDatabase(records, database);
  try {
    const instance = await startBenchInstance(scratch, { profiles: profile });
    const chosen = subjects.filter(({ name }) => !only || name.includes(only));
    const plan = { records, rounds, seconds, warmUp, connections: [8, 16, 32], seed };
    const compared: Comparison[] = [];
    for (const subject of chosen) {
      const script = await subject.script(instance, records);
      const one = await compare(instance, subject, script, plan);
      compared.push(one);
      console.error(`${subject.name}: ${median(one.ratios).toFixed(2)}`);
    }
    await instance.stop();
    const failed = compared.reduce((sum, one) => sum + one.failed, 0);
    return {
      figures: { records, rounds, failed },
      faults: failed > 0 ? [`${failed} requests failed`] : [],
      notes: [ratioTable(compared), '', cpuTable(compared)],
      goals: compared.map(({ subject, ratios }) =>
        atLeast(`${subject.name}, rate relative to pgbench`, median(ratios), subject.goal),
      ),
    };
  } finally {
    await killRest();
    await scratch.drop();
  }
}
