// Formats the figures as tables.
import type { Comparison, Measurement } from './compare.ts';

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
};

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const rateOf = (measured: Measurement[]) => median(measured.map(({ round }) => round.perSecond));

const table = (rows: (string | number)[][]): string =>
  rows.map((row) => `| ${row.join(' | ')} |`).join('\n');

export const ratioTable = (all: readonly Comparison[]): string =>
  table([
    ['request', 'goal', 'ratio', 'lowest', 'highest', 'service /s', 'pgbench /s', 'connections'],
    ['---', '--:', '--:', '--:', '--:', '--:', '--:', '--:'],
    ...all.map(({ subject, ratios, service, pgbench, connections }) => [
      subject.name,
      subject.goal.toFixed(2),
      median(ratios).toFixed(2),
      Math.min(...ratios).toFixed(2),
      Math.max(...ratios).toFixed(2),
      whole(rateOf(service)),
      whole(rateOf(pgbench)),
      `${connections.service}, ${connections.pgbench}`,
    ]),
  ]);

/** Returns the share of each process group in the CPU time of all rounds, and its CPU time per request. */
function shares(measured: Measurement[]): string[] {
  const names = Object.keys(measured[0]?.usage ?? {});
  const total = (name: string) => measured.reduce((sum, { usage }) => sum + (usage[name] ?? 0), 0);
  const done = measured.reduce((sum, { round }) => sum + round.done, 0);
  const all = names.reduce((sum, name) => sum + total(name), 0);
  return names.map(
    (name) =>
      `${((total(name) / all) * 100).toFixed(0)} %, ${((total(name) / done) * 1e6).toFixed(0)} µs`,
  );
}

export function cpuTable(all: readonly Comparison[]): string {
  const names = Object.keys(all[0]?.service[0]?.usage ?? {});
  return table([
    ['CPU by', ...names],
    ['---', ...names.map(() => '--:')],
    ...all.flatMap(({ subject, service, pgbench }) => [
      [subject.name, ...shares(service)],
      [`the same, pgbench`, ...shares(pgbench)],
    ]),
  ]);
}
