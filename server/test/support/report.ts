// The result of a proof: its figures in one line, and its faults in full.
export interface Report {
  figures: Record<string, number>;
  faults: string[];
  /** Details that figures cannot express, one per line. */
  notes?: string[];
}

const MAX_SHOWN = 10;

export const figuresLine = ({ figures }: Report): string =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

export const faultLines = ({ faults }: Report): string => faults.slice(0, MAX_SHOWN).join('\n\n');

/** For the long form: a fault makes the command fail. */
export async function runProof(name: string, prove: () => Promise<Report>): Promise<void> {
  const began = performance.now();
  const report = await prove();
  const seconds = Math.round((performance.now() - began) / 1000);
  for (const note of report.notes ?? []) console.log(note);
  console.log(`${name}: ${figuresLine(report)}, seconds ${seconds}`);
  if (report.faults.length === 0) return;
  console.error(faultLines(report));
  process.exitCode = 1;
}
