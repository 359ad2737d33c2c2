// `main.ts doctor` checks everything an instance needs, and gives advice on each failure.
import type { Deps } from '../platform/runtime/deps.ts';
import { adviceOn } from '../platform/runtime/operator-errors.ts';
import { checks } from './doctor.checks.ts';
import type { Finding } from './findings.ts';

type Findings = [name: string, finding: Finding][];

/** Runs the checks one after the other, so that timeouts of others do not hide a failed database. Never throws. */
export async function diagnose(deps: Deps): Promise<Findings> {
  const findings: Findings = [];
  const given = new Set<string>();
  /** Gives advice once for all checks that fail for the same reason. */
  const adviceOnce = (error: Error & { code?: string }): string => {
    const { code = '' } = error;
    const advice = given.has(code) ? undefined : adviceOn(error);
    given.add(code);
    return advice ?? 'The check could not run; solve the failures above first.';
  };
  for (const [name, check] of Object.entries(checks)) {
    findings.push([
      name,
      await check(deps).catch((error: Error) => ({
        status: 'failed' as const,
        detail: `${error.message || error.name}.`.replace(/\.\.$/, '.'),
        advice: adviceOnce(error),
      })),
    ]);
  }
  return findings;
}

const MARKS: Record<Finding['status'], string> = {
  ok: 'ok     ',
  warning: 'warning',
  failed: 'FAILED ',
  skipped: 'skipped',
};

/** Writes one line per check, and a line of advice where there is something to do. */
export function report(findings: Findings): { text: string; hasFailed: boolean } {
  const width = Math.max(...findings.map(([name]) => name.length));
  const lines = findings.flatMap(([name, { status, detail, advice }]) => [
    `${MARKS[status]}  ${name.padEnd(width)}  ${detail}`,
    ...(advice ? [`${' '.repeat(width + 11)}→ ${advice}`] : []),
  ]);
  const failures = findings.filter(([, { status }]) => status === 'failed').length;
  const summary = failures === 0 ? 'Nothing failed.' : `Failed: ${failures} of ${findings.length}.`;
  return { text: [...lines, '', summary].join('\n'), hasFailed: failures > 0 };
}
