// `migrate` applies pending migrations, or prints them.
import type { Deps } from '../platform/runtime/deps.ts';
import { prepare, runOnce } from '../start/index.ts';
import type { Command } from './command.ts';

/** These options print and change nothing. */
const reports = { '--plan': 'describePlan', '--status': 'describeStatus' } as const;

async function report({ db }: Deps, option: keyof typeof reports): Promise<void> {
  const { readState } = await import('../platform/postgres/migrations/migrate.ts');
  const describe = await import('../platform/postgres/migrations/describe-state.ts');
  console.log(describe[reports[option]](await readState(db)));
}

export const run: Command = ([option], own) =>
  runOnce(
    own,
    option === '--plan' || option === '--status' ? (deps) => report(deps, option) : prepare,
  );
