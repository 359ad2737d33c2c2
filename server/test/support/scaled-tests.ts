// Tests and benchmarks that take their size as an argument: short in the gate, long by name and in the nightly run.
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { drawSeed } from './random.ts';
import { assertNoFaults, printReport, type Report } from './report.ts';
import { rememberFile } from './test-files.ts';

interface Run {
  isShort: boolean;
  /** Options that are not numbers, where given. */
  texts: Partial<Record<string, string>>;
}

export interface ScaledTest<Name extends string = string> {
  /** A statement that could be false: the title of the test, and the goal in the nightly table. */
  promise: string;
  /** Sizes in the gate; absent where the test has no short form. */
  short?: Record<Name, number>;
  long: Record<Name, number>;
  texts?: readonly string[];
  /** The reason why it cannot run on this machine. */
  skip?: () => string | false;
  run: (sizes: Record<Name | 'seed', number>, run: Run) => Promise<Report>;
}

/** Checks the names of the sizes, which a table of several tests does not keep. */
export const scaled = <Name extends string>(one: ScaledTest<Name>): ScaledTest => one;

export function testShort({ promise, short, skip, run }: ScaledTest): void {
  rememberFile(promise);
  void test(promise, async (t) => {
    const reason = skip?.() ?? false;
    if (reason !== false) return t.skip(reason);
    const seed = drawSeed();
    t.diagnostic(`seed ${seed}`);
    assertNoFaults(t, await run({ ...short, seed }, { isShort: true, texts: {} }));
  });
}

function readSize(name: string, text: string): number {
  const size = Number(text);
  if (!Number.isSafeInteger(size) || size < 0)
    throw new Error(`--${name} must be a whole number, not ${text}`);
  return size;
}

/**
 * The command of a table of tests: NAME, then its sizes as options; `--short` for those of the gate, `--report FILE` for
 * the result as JSON. Prints the seed before anything can fail.
 */
export async function runScaled(tests: Record<string, ScaledTest>): Promise<void> {
  const [name = '', ...args] = process.argv.slice(2);
  const found = tests[name];
  if (!found) throw new Error(`Name one of: ${Object.keys(tests).join(', ')}`);
  const { promise, short = found.long, long, texts = [], skip } = found;
  const numbers = [...Object.keys(long), 'seed'];
  const text = { type: 'string' as const };
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries([...numbers, ...texts, 'report'].map((option) => [option, text])),
      short: { type: 'boolean' },
    },
  });
  const { short: isShort = false, ...rest } = values;
  const { report: file, ...given } = rest as Partial<Record<string, string>>;
  const sizes: Record<string, number> = {
    seed: drawSeed(),
    ...(isShort ? short : long),
    ...Object.fromEntries(
      numbers.flatMap((size) => (given[size] ? [[size, readSize(size, given[size])]] : [])),
    ),
  };
  console.log(`${name}: ${promise}; seed ${sizes['seed']}`);
  const reason = skip?.() ?? false;
  const began = performance.now();
  const failed = ({ stack = '' }: Error): Report => ({ figures: {}, faults: [stack] });
  const report: Report =
    reason === false
      ? await found.run(sizes, { isShort, texts: given }).catch(failed)
      : { figures: {}, faults: [], skipped: reason };
  printReport(name, report, (performance.now() - began) / 1000, file);
  process.exit();
}
