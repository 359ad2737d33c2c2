// Tests and benchmarks take their size as an argument: short in the gate and in nightly smoke runs, long when run by
// name and in the nightly run.
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { drawSeed } from './random.ts';
import { assertNoFaults, printReport, type Report } from './report.ts';
import { commitOfThisTree, goalRowsOf, recordResult, thisMachine } from './results.ts';

interface Run {
  isShort: boolean;
  /** These options are not numbers. */
  texts: Partial<Record<string, string>>;
}

export interface ScaledTest<Name extends string = string> {
  /** The promise is a statement that could be false: the title of the test, and the goal in the nightly table. */
  promise: string;
  /** The gate, or the smoke run of a benchmark, uses these sizes; a test without a short form has none. */
  short?: Record<Name, number>;
  long: Record<Name, number>;
  texts?: readonly string[];
  /** Returns why the test cannot run on this machine; false if it can. */
  skip?: () => string | false;
  run: (sizes: Record<Name | 'seed', number>, run: Run) => Promise<Report>;
}

/** Checks the names of the sizes, which the type of a table of tests does not preserve. */
export const defineTest = <Name extends string>(one: ScaledTest<Name>): ScaledTest => one;

export function testShort({ promise, short, skip, run }: ScaledTest): void {
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

/** These options only store files and do not change the measurement. */
const FOR_FILES = new Set(['shots', 'profile', 'update']);

/** The command repeats the run except for its seed. The URL of a database is left out, because it contains a password. */
function commandOf(script: string, name: string, options: readonly [string, string][]): string {
  const shown = options.map(([option, value]) => {
    if (option === 'database') return '--database URL';
    return `--${option} ${/^[\w./]+$/.test(value) ? value : `'${value}'`}`;
  });
  return [`npm run ${script} -- ${name}`, ...shown].join(' ');
}

interface RunOptions {
  sizes: Record<string, number>;
  texts: Partial<Record<string, string>>;
}

/** Returns the command to record, or undefined for a partial run without `--record`. */
function recordedCommand(
  script: string,
  name: string,
  { long, texts: names = [] }: ScaledTest,
  { sizes, texts }: RunOptions,
  isChosen: boolean,
): string | undefined {
  const changed = Object.keys(long).filter((size) => sizes[size] !== long[size]);
  if (!isChosen && (changed.length > 0 || texts['only'] !== undefined)) return undefined;
  return commandOf(script, name, [
    ...changed.map((size): [string, string] => [size, String(sizes[size])]),
    ...names.flatMap((option): [string, string][] => {
      const value = texts[option];
      return value === undefined || FOR_FILES.has(option) ? [] : [[option, value]];
    }),
  ]);
}

/**
 * Runs one test of a table: NAME, then its sizes as options; `--short` takes the sizes of the gate or of a smoke run,
 * `--report FILE` writes the result as JSON. Prints the seed before anything can fail. A run at full size is recorded; one
 * with other sizes, or of a selection by `--only`, is recorded with `--record`; a short one and one that throws never are.
 */
export async function runScaled(script: string, tests: Record<string, ScaledTest>): Promise<void> {
  const [name = '', ...args] = process.argv.slice(2);
  const found = tests[name];
  if (!found)
    throw new Error(`Unknown test "${name}". Name one of: ${Object.keys(tests).join(', ')}`);
  const { promise, short = found.long, long, texts = [], skip } = found;
  const numbers = [...Object.keys(long), 'seed'];
  const text = { type: 'string' as const };
  const { values } = parseArgs({
    args,
    options: {
      ...Object.fromEntries([...numbers, ...texts, 'report'].map((option) => [option, text])),
      short: { type: 'boolean' },
      record: { type: 'boolean' },
    },
  });
  const { short: isShort = false, record: isChosen = false, ...rest } = values;
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
  // Both are read before the run, which may change the tree and loads the machine.
  const [commit, machine] = [commitOfThisTree(), thisMachine()];
  const began = performance.now();
  let hasThrown = false;
  const reportFailure = ({ stack = '' }: Error): Report => {
    hasThrown = true;
    return { figures: {}, faults: [stack] };
  };
  const report: Report =
    reason === false
      ? await found.run(sizes, { isShort, texts: given }).catch(reportFailure)
      : { figures: {}, faults: [], skipped: reason };
  const seconds = (performance.now() - began) / 1000;
  printReport(name, report, seconds, file);
  const command = recordedCommand(script, name, found, { sizes, texts: given }, isChosen);
  if (command && !isShort && !hasThrown && reason === false)
    console.log(
      recordResult(script.replace('test:', ''), name, {
        command,
        commit,
        date: new Date().toISOString().slice(0, 10),
        sizes,
        machine,
        seconds: Math.round(seconds),
        figures: report.figures,
        goals: goalRowsOf(promise, report),
        faults: report.faults.length,
      }),
    );
  process.exit();
}
