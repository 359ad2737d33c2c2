// Measures the cost of an idle instance by process type: CPU time of the process, its PostgreSQL backends and its Valkey,
// the statements it sends, its memory, connections and disk. All run at once, each on its own database and Valkey. `--base COMMIT` measures that commit
// beside the working tree.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Checkout, checkOut } from '../../server/test/support/checkout.ts';
import { cpuOf } from '../../server/test/support/cpu.ts';
import { cloneDatabase, type Scratch } from '../../server/test/support/databases.ts';
import { OwnValkey } from '../../server/test/support/own-valkey.ts';
import { killRest } from '../../server/test/support/processes.ts';
import { atMost, type Goal, type Report } from '../../server/test/support/report.ts';
import { prepareService } from '../../server/test/support/service.ts';
import { type ServiceProcess, startProcess } from '../../server/test/support/service-process.ts';
import { type Recorder, startRecorder } from '../ratios/recorder.ts';
import { type Backends, withBackends } from './backends.ts';
import { type Footprint, footprintOf } from './footprint.ts';

const processTypes = ['api', 'auth', 'worker', 'start'] as const;
type ProcessType = (typeof processTypes)[number];
type Side = 'base' | 'head';

/**
 * The CPU seconds per hour of process and backends are half of those of 2026-11-16. The statements per minute do not
 * depend on the machine, so their limits are close to the measured figures.
 */
const limits: Record<ProcessType, { cpu: number; statements: number }> = {
  api: { cpu: 12, statements: 15 },
  auth: { cpu: 11, statements: 25 },
  worker: { cpu: 48, statements: 260 },
  start: { cpu: 58, statements: 290 },
};

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** Each process has its own database and Valkey. */
interface Subject {
  type: ProcessType;
  side: Side;
  database: Scratch;
  recorder: Recorder;
  valkey: OwnValkey;
  process: ServiceProcess;
}

async function startSubject(type: ProcessType, side: Side, program?: string): Promise<Subject> {
  const database = await cloneDatabase();
  const recorder = await startRecorder(database.url);
  const valkey = await OwnValkey.start();
  const { env } = await prepareService(database);
  const process = await startProcess(
    type,
    { ...env, DATABASE_URL: recorder.url, VALKEY_URL: valkey.url },
    program,
  );
  return { type, side, database, recorder, valkey, process };
}

async function stopSubject({ process, recorder, valkey, database }: Subject): Promise<void> {
  await process.stop();
  recorder.close();
  await valkey.kill();
  await database.drop();
}

/** Counts how often the main thread waited for something. */
function contextSwitchesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1]);
}

interface Reading {
  node: number;
  postgres: number;
  valkey: number;
  contextSwitches: number;
}

const readingOf = ({ process, database, valkey }: Subject, backends: Backends): Reading => ({
  node: cpuOf(process.pid()),
  postgres: backends.cpuOf(nameOf(database.url)),
  valkey: cpuOf(valkey.pid),
  contextSwitches: contextSwitchesOf(process.pid()),
});

interface Cost {
  type: ProcessType;
  side: Side;
  /** `node`, `postgres` and `valkey` are CPU seconds per hour. */
  node: number;
  postgres: number;
  valkey: number;
  contextSwitchesPerSecond: number;
  statementsPerMinute: number;
  /** The most frequent statement comes first. */
  statements: [text: string, perMinute: number][];
  footprint: Footprint;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const MAX_STATEMENT_LENGTH = 90;
const shorten = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_STATEMENT_LENGTH);

async function costOf(
  subject: Subject,
  before: Reading,
  after: Reading,
  seconds: number,
): Promise<Cost> {
  const counts = new Map<string, number>();
  const statements = subject.recorder.take();
  for (const { text } of statements)
    counts.set(shorten(text), (counts.get(shorten(text)) ?? 0) + 1);
  const perHour = (name: keyof Reading) =>
    round(((after[name] - before[name]) / 1e6 / seconds) * 3600);
  const perMinute = (count: number) => round((count / seconds) * 60);
  return {
    type: subject.type,
    side: subject.side,
    node: perHour('node'),
    postgres: perHour('postgres'),
    valkey: perHour('valkey'),
    contextSwitchesPerSecond: round((after.contextSwitches - before.contextSwitches) / seconds),
    statementsPerMinute: perMinute(statements.length),
    statements: [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .map(([text, count]) => [text, perMinute(count)]),
    footprint: await footprintOf(subject.process.pid(), subject.database.url),
  };
}

async function measure(
  subjects: readonly Subject[],
  seconds: number,
  settle: number,
): Promise<Cost[]> {
  await sleep(settle * 1000);
  const databases = subjects.map(({ database }) => nameOf(database.url));
  return withBackends(process.env['DATABASE_URL'] ?? '', databases, async (backends) => {
    const began = performance.now();
    for (const { recorder } of subjects) recorder.take();
    const before = subjects.map((one) => readingOf(one, backends));
    await sleep(seconds * 1000);
    await backends.sample();
    const lasted = (performance.now() - began) / 1000;
    const after = subjects.map((one) => readingOf(one, backends));
    return Promise.all(
      subjects.map((one, index) =>
        costOf(one, before[index] as Reading, after[index] as Reading, lasted),
      ),
    );
  });
}

const linesOf = (cost: Cost): string[] => [
  `${cost.side} ${cost.type}: node ${cost.node}, PostgreSQL ${cost.postgres}, Valkey ${cost.valkey} CPU seconds per hour; ` +
    `${cost.contextSwitchesPerSecond} context switches per second, ${cost.statementsPerMinute} statements per minute`,
  `  ${JSON.stringify(cost.footprint)}`,
  ...cost.statements.map(([text, perMinute]) => `  ${perMinute} ${text}`),
];

const figuresOf = ({ type, side, ...cost }: Cost): [name: string, value: number][] => {
  const name = side === 'base' ? `base_${type}` : type;
  return [
    [`${name}_node`, cost.node],
    [`${name}_postgres`, cost.postgres],
    [`${name}_valkey`, cost.valkey],
    [`${name}_statements_per_minute`, cost.statementsPerMinute],
    ...Object.entries(cost.footprint).map(([part, value]): [string, number] => [
      `${name}_${part}`,
      value,
    ]),
  ];
};

const goalsOf = ({ type, node, postgres, statementsPerMinute }: Cost): Goal[] => [
  atMost(`idle ${type}`, node + postgres, limits[type].cpu, ' CPU seconds per hour'),
  atMost(`idle ${type}`, statementsPerMinute, limits[type].statements, ' statements per minute'),
];

export async function measureIdleCpu(
  { seconds, settle }: Record<'seconds' | 'settle', number>,
  base?: string,
): Promise<Report> {
  const checkout: Checkout | undefined = base === undefined ? undefined : checkOut(base);
  const subjects: Subject[] = [];
  try {
    for (const type of processTypes) {
      if (checkout) subjects.push(await startSubject(type, 'base', checkout.program));
      subjects.push(await startSubject(type, 'head'));
    }
    const costs = await measure(subjects, seconds, settle);
    return {
      figures: Object.fromEntries(costs.flatMap(figuresOf)),
      faults: [],
      notes: costs.flatMap(linesOf),
      goals: costs.filter(({ side }) => side === 'head').flatMap(goalsOf),
    };
  } finally {
    await Promise.all(subjects.map(stopSubject));
    await killRest();
    checkout?.remove();
  }
}
