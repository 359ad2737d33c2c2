// Records equal their model: sessions are drawn by fast-check until enough commands have run.
import fc from 'fast-check';
import { risingClock } from '../../support/clock.ts';
import { startInstance } from '../../support/harness.ts';
import type { Report } from '../../support/report.ts';
import type { Family, Model, Tally } from './family.ts';
import { programsOf, runSession, tourOf } from './session.ts';

interface ModelOptions {
  commands: number;
  clients: number;
  seed: number;
}

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

export async function prove<M extends Model>(
  family: Family<M>,
  { commands, clients, seed }: ModelOptions,
): Promise<Report> {
  const instance = await startInstance({
    now: risingClock(),
    pool: clients,
    worker: family.worker ?? false,
  });
  const tally: Tally = { commands: 0, records: 0, events: 0, moves: new Set() };
  const faults: string[] = [];
  let sessions = 0;
  let running = Promise.resolve();
  const property = fc.asyncProperty(programsOf(family, clients), (drawn) => {
    sessions += 1;
    running = runSession({ name: `session-${sessions}`, instance, family, tally }, drawn);
    return running;
  });
  try {
    for (let draw = 0; tally.commands < commands && faults.length === 0; draw += 1) {
      const drawn = {
        seed: seed + draw,
        numRuns: SESSIONS_PER_DRAW,
        examples: draw === 0 ? [[tourOf(family, clients)] as [ReturnType<typeof tourOf>]] : [],
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
  const untried = family.rules.filter((rule) => !tally.moves.has(rule));
  if (divergences === 0 && untried.length > 0)
    faults.push(`${untried.length} rules were never put to the test: ${untried.join(', ')}`);
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
