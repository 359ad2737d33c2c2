// The service compared with bare PostgreSQL: `npm run proof:ratios -- --records 5000000`. Takes `--database URL` of a
// filled database, which it writes to, and `--profile FOLDER` for profiles of the API processes.
import { killRest } from '../../server/test/support/processes.ts';
import { filledDatabase } from '../../server/test/support/filled.ts';
import { readOptions } from '../../server/test/support/options.ts';
import { compare, type Comparison } from './compare.ts';
import { startBenchInstance } from './bench-instance.ts';
import { subjects } from './subjects.ts';
import { cpuTable, median, ratioTable } from './tables.ts';

const { records, rounds, seconds, seed, database, profile, only } = readOptions(
  { records: 50_000, rounds: 5, seconds: 8 },
  ['database', 'profile', 'only'],
);

const scratch = await filledDatabase(records, database);
try {
  const instance = await startBenchInstance(scratch, profile);
  const chosen = subjects.filter(({ name }) => !only || name.includes(only));
  const plan = { records, rounds, seconds, connections: [8, 16, 32], seed };
  const compared: Comparison[] = [];
  for (const subject of chosen) {
    const script = await subject.script(instance, records);
    const one = await compare(instance, subject, script, plan);
    compared.push(one);
    console.error(`${subject.name}: ${median(one.ratios).toFixed(2)}`);
  }
  console.log(`${ratioTable(compared)}\n\n${cpuTable(compared)}`);
  const failed = compared.reduce((sum, one) => sum + one.failed, 0);
  console.log(`\n${failed} requests failed`);
  if (failed > 0) process.exitCode = 1;
  await instance.stop();
} finally {
  killRest();
  await scratch.drop();
}
