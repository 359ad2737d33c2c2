// Prints the result of a long test or benchmark: figures in one line, goals met or missed, and the first fault of each of
// the first ten shapes in full.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';

export interface Goal {
  name: string;
  goal: string;
  figure: string;
  isMet: boolean;
}

export interface Report {
  figures: Record<string, number>;
  faults: string[];
  /** Notes are details that figures cannot express, one per line. */
  notes?: string[];
  /** States why the test did not run. */
  skipped?: string;
  /** A report without goals has one: no faults. */
  goals?: Goal[];
}

const MAX_SHOWN = 10;

const round = (value: number): number => Number(value.toFixed(2));

export const atMost = (name: string, figure: number, limit: number, unit = ''): Goal => ({
  name,
  goal: `at most ${limit}${unit}`,
  figure: `${round(figure)}${unit}`,
  isMet: figure <= limit,
});

export const atLeast = (name: string, figure: number, limit: number, unit = ''): Goal => ({
  name,
  goal: `at least ${limit}${unit}`,
  figure: `${round(figure)}${unit}`,
  isMet: figure >= limit,
});

export const figuresLine = ({ figures }: Report): string =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** Faults that differ only in their numbers, as in ids, have one shape. */
const shapeOf = (fault: string): string => fault.replaceAll(/\d+(?:,\d+)*/g, '#');

export const faultLines = ({ faults }: Report): string =>
  Object.values(Object.groupBy(faults, shapeOf))
    .slice(0, MAX_SHOWN)
    .map(([first = '', ...others] = []) =>
      others.length === 0 ? first : `${first}\n(and ${others.length} more like it)`,
    )
    .join('\n\n');

/** Ends the short form, which runs in the gate. */
export function assertNoFaults(t: { diagnostic: (line: string) => void }, report: Report): void {
  t.diagnostic(figuresLine(report));
  assert.deepEqual(report.faults, [], faultLines(report));
}

const isFulfilled = ({ faults, goals = [] }: Report): boolean =>
  faults.length === 0 && goals.every(({ isMet }) => isMet);

/** Ends the long form: prints everything, stores it in `file` for the nightly table, and fails the command on a fault or a missed goal. */
export function printReport(name: string, report: Report, seconds: number, file?: string): void {
  for (const note of report.notes ?? []) console.log(note);
  for (const { name: what, goal, figure, isMet } of report.goals ?? [])
    console.log(`${what}: ${figure}, goal ${goal}, ${isMet ? 'met' : 'missed'}`);
  console.log(`${name}: ${report.skipped ?? figuresLine(report)}, seconds ${Math.round(seconds)}`);
  if (report.faults.length > 0) console.error(faultLines(report));
  if (file) writeFileSync(file, JSON.stringify(report));
  if (!isFulfilled(report)) process.exitCode = 1;
}
