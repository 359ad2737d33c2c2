// npm run proof:bulk -- --jobs 200 --callers 10 --lives 2500 --timed 40 --rounds 5 --mails 400 --down 120 --seed 1
import { readOptions } from '../../support/options.ts';
import { faultLines, figuresLine } from '../../support/report.ts';
import { proveCrash } from './crash.ts';
import { proveMail } from './mail.ts';
import { measureSpeed } from '../../../../bench/bulk/speed.ts';

const { jobs, callers, lives, timed, rounds, mails, down, seed } = readOptions({
  jobs: 200,
  callers: 10,
  lives: 2500,
  timed: 40,
  rounds: 5,
  mails: 400,
  down: 120,
});
const faults: string[] = [];

if (jobs > 0) {
  const report = await proveCrash({ jobs, callers, livesMs: lives, maxKills: Infinity, seed });
  console.log(`crash: ${figuresLine(report)}, faults ${report.faults.length}`);
  if (report.faults.length > 0) faults.push(faultLines(report));
}
if (timed > 0) {
  const { p50, p95, alone, beside, ratio } = await measureSpeed({ jobs: timed, rounds });
  console.log(`a job of 100 rows: p50 ${p50} ms, p95 ${p95} ms (goal 500)`);
  console.log(
    `one job concurrent with twenty of another caller: ${beside} ms, alone ${alone} ms, ratio ${ratio.toFixed(2)} (goal 2)`,
  );
  if (p95 > 500) faults.push(`p95 is ${p95} ms`);
  if (ratio > 2) faults.push(`the ratio is ${ratio}`);
}
if (mails > 0) {
  const report = await proveMail({ mails, downSeconds: down, withinSeconds: 300 });
  console.log(`mail: ${figuresLine(report)}, faults ${report.faults.length}`);
  if (report.faults.length > 0) faults.push(faultLines(report));
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
