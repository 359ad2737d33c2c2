// Records checked against a model: sessions drawn by fast-check until enough commands have run.
import fc from 'fast-check';
import { type Instance, startInstance } from '../../support/harness.ts';
import type { Report } from '../../support/report.ts';
import { risingClock } from '../../support/clock.ts';
import { type Command, programs } from './commands.ts';
import { states } from './rules.ts';
import { OWN_SLOTS, runSession, SHARED_SLOTS, type Tally } from './session.ts';
import { tour } from './tour.ts';

export interface ModelOptions {
  commands: number;
  clients: number;
  seed: number;
}

/** The commands to draw and one session of them. */
export interface Subject<C> {
  programs: (clients: number) => fc.Arbitrary<C[][]>;
  /** Programs of the first session, which try every rule. */
  tour: (clients: number) => C[][];
  runSession: (
    instance: Instance,
    session: string,
    programs: readonly C[][],
    tally: Tally,
  ) => Promise<void>;
  /** Number of rules that no command has tried. */
  untried: (tally: Tally) => number;
  /** Whether its instance needs a worker. */
  worker?: true;
}

const MAX_COMMANDS_PER_CLIENT = 200;
const SESSIONS_PER_DRAW = 2;
/** A session takes a second or two; this allows for some dozens of shrunk ones. */
const SHRINK_MS = 60_000;

/** Limits the output of a program that could not be shrunk because of races. */
const MAX_LINES = 60;

const programLines = (counterexample: readonly unknown[][]): string =>
  counterexample
    .flatMap((program, client) =>
      program.map((command) => `  client ${client}: ${JSON.stringify(command)}`),
    )
    .slice(0, MAX_LINES)
    .join('\n');

const incidents: Subject<Command> = {
  programs: (clients) => programs(clients, OWN_SLOTS + SHARED_SLOTS, MAX_COMMANDS_PER_CLIENT),
  tour,
  runSession,
  untried: ({ moves }) => states.length ** 2 - moves.size,
};

export const proveModel = (options: ModelOptions): Promise<Report> => prove(incidents, options);

export async function prove<C>(
  subject: Subject<C>,
  { commands, clients, seed }: ModelOptions,
): Promise<Report> {
  const instance = await startInstance({
    now: risingClock(),
    pool: clients,
    worker: subject.worker ?? false,
  });
  const tally: Tally = { commands: 0, records: 0, events: 0, moves: new Set() };
  const faults: string[] = [];
  let sessions = 0;
  let running = Promise.resolve();
  const property = fc.asyncProperty(subject.programs(clients), (drawn) => {
    sessions += 1;
    running = subject.runSession(instance, `session-${sessions}`, drawn, tally);
    return running;
  });
  try {
    for (let draw = 0; tally.commands < commands && faults.length === 0; draw += 1) {
      const drawn = {
        seed: seed + draw,
        numRuns: SESSIONS_PER_DRAW,
        examples: draw === 0 ? [[subject.tour(clients)]] : [],
      };
      const first = await fc.check(property, { ...drawn, endOnFailure: true });
      if (!first.failed) continue;
      // Only the search for a smaller program has a limit, so that a slow machine tries as much as a fast one.
      const again = await fc.check(property, { ...drawn, interruptAfterTimeLimit: SHRINK_MS });
      const details = again.counterexample ? again : first;
      const error = details.errorInstance;
      const what = error instanceof Error ? error.message : String(error);
      faults.push(
        `seed ${seed} draw ${draw} path ${details.counterexamplePath}, after ${details.numShrinks} shrinks:\n${what}\n${programLines(details.counterexample?.[0] ?? [])}`,
      );
    }
  } finally {
    // fast-check abandons a session that exceeds its time.
    await running.catch(() => {});
    await instance.stop();
  }
  const divergences = faults.length;
  const untried = subject.untried(tally);
  if (divergences === 0 && untried > 0) faults.push(`${untried} rules were never put to the test`);
  return {
    figures: {
      seed,
      ...tally,
      moves: tally.moves.size,
      sessions,
      divergences,
    },
    faults,
  };
}
