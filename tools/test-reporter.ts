// Sends one result for each file from a process of `npm test` to its parent, with the output of a failed file.
import { readFileSync } from 'node:fs';
import { spec } from 'node:test/reporters';
import type { EventData } from 'node:test';

export type Outcome = 'tests' | 'suites' | 'pass' | 'fail' | 'cancelled' | 'skipped' | 'todo';

export interface Failure {
  /** The name includes those of the surrounding suites. */
  name: string;
  /** The reason is the beginning of the error; it is empty for a test that was cancelled with its suite. */
  reason: string;
}

export interface FileResult {
  file: string;
  seconds: number;
  /** Includes the child processes that this process waited for. */
  cpuSeconds: number;
  outcomes: Record<Outcome, number>;
  failures: Failure[];
  /** The output of the spec reporter is empty if all tests passed. */
  text: string;
}

type TestEvent =
  | { type: 'test:start'; data: EventData.TestStart }
  | { type: 'test:pass'; data: EventData.TestPass }
  | { type: 'test:fail'; data: EventData.TestFail }
  | { type: 'test:diagnostic'; data: EventData.TestDiagnostic };

const CLOCK_TICKS_PER_SECOND = 100;

/** Linux includes the children that were waited for, which Node does not report. */
function cpuSeconds(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks / CLOCK_TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

let cpuBefore = 0;

/** Call it before a file is loaded, because the reporter sees the first event later. */
export function beginFile(): void {
  cpuBefore = cpuSeconds();
}

async function textOf(events: readonly TestEvent[]): Promise<string> {
  const reporter = new spec();
  for (const event of events) reporter.write(event);
  reporter.end();
  const parts = await reporter.toArray();
  return parts.join('').trimEnd();
}

const failureOf = ({ details: { error } }: EventData.TestFail): string | undefined =>
  (error as { failureType?: string }).failureType;

const MAX_REASON_LENGTH = 600;

/** The runner wraps the error that the test threw. */
function reasonOf({ details: { error } }: EventData.TestFail): string {
  const thrown = error.cause instanceof Error ? error.cause : error;
  return thrown.message.slice(0, MAX_REASON_LENGTH).trim();
}

export const NO_OUTCOMES: FileResult['outcomes'] = {
  tests: 0,
  suites: 0,
  pass: 0,
  fail: 0,
  cancelled: 0,
  skipped: 0,
  todo: 0,
};

class FileRun {
  readonly #outcomes = { ...NO_OUTCOMES };
  readonly #failures: Failure[] = [];
  readonly #events: TestEvent[] = [];
  /** The path ends with the current test, after its suites. */
  readonly #names: string[] = [];

  add(event: TestEvent): void {
    this.#events.push(event);
    const { type, data } = event;
    if (type === 'test:start') {
      this.#names.length = data.nesting;
      this.#names.push(data.name);
    }
    if (type === 'test:pass' || type === 'test:fail') this.#count(event);
  }

  #count({ type, data }: Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>): void {
    const isSuite = data.details.type === 'suite';
    const isFailure = type === 'test:fail';
    // test-process.ts declares the suite of a file, and a suite fails with its tests: neither is counted as a test.
    if (isSuite) this.#outcomes.suites += data.nesting > 0 ? 1 : 0;
    else this.#outcomes.tests += 1;
    if (isFailure && failureOf(data) !== 'subtestsFailed') {
      const isCancelled = failureOf(data) === 'cancelledByParent';
      this.#outcomes[isCancelled ? 'cancelled' : 'fail'] += 1;
      this.#failures.push({
        name: [...this.#names.slice(1, data.nesting), data.name].join(' › '),
        reason: isCancelled ? '' : reasonOf(data),
      });
    }
    if (isSuite || isFailure) return;
    if (data.skip !== undefined) this.#outcomes.skipped += 1;
    else if (data.todo !== undefined) this.#outcomes.todo += 1;
    else this.#outcomes.pass += 1;
  }

  async result(file: string, milliseconds: number): Promise<FileResult> {
    return {
      file,
      seconds: milliseconds / 1000,
      cpuSeconds: cpuSeconds() - cpuBefore,
      outcomes: this.#outcomes,
      failures: this.#failures,
      text: this.#failures.length > 0 ? await textOf(this.#events) : '',
    };
  }
}

// eslint-disable-next-line require-yield -- a reporter is a generator; this one sends instead of printing
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let run = new FileRun();
  for await (const event of source) {
    const { type, data } = event;
    if (!['test:start', 'test:pass', 'test:fail', 'test:diagnostic'].includes(type)) continue;
    run.add(event);
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue;
    process.send?.(await run.result(data.name, data.details.duration_ms));
    run = new FileRun();
  }
}
