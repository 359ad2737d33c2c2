// Runs the RFC 9700 cases one after another on one instance.
import type { Report } from '../../support/report.ts';
import { openFlows } from './flows.ts';
import { cases } from './rfc9700.cases.ts';

export async function proveRfc9700(every: number): Promise<Report> {
  const flows = await openFlows();
  const faults: string[] = [];
  const taken = Object.entries(cases).filter((_, at) => at % every === 0);
  try {
    for (const [name, run] of taken) {
      await run(flows).catch((error: Error) => faults.push(`${name}: ${error.message}`));
    }
  } finally {
    await flows.instance.stop();
  }
  return { figures: { cases: taken.length, passed: taken.length - faults.length }, faults };
}
