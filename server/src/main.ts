// The entry point runs the command that the arguments name; no other module reads the environment.
import type { Command } from './commands/command.ts';
import { UsageError } from './platform/errors.ts';
import { describeOperatorError } from './platform/runtime/operator-errors.ts';

/** Each command loads only the modules it needs: all of them take most of a second, and `probe` runs every few seconds. */
const commands: Record<string, () => Promise<{ run: Command }>> = {
  start: () => import('./commands/start.ts'),
  api: () => import('./commands/api.ts'),
  auth: () => import('./commands/auth.ts'),
  worker: () => import('./commands/worker.ts'),
  migrate: () => import('./commands/migrate.ts'),
  seed: () => import('./commands/seed.ts'),
  doctor: () => import('./commands/doctor.ts'),
  probe: () => import('./commands/probe.ts'),
  admin: () => import('./commands/admin.ts'),
  help: () => import('./commands/help.ts'),
  '--help': () => import('./commands/help.ts'),
};

async function main([name = 'start', ...args]: string[]): Promise<void> {
  // A word such as `constructor` is a member of every object.
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined;
  if (command) return command.run(args, process);
  const { refuse } = await import('./commands/help.ts');
  await refuse([name, ...args]);
}

main(process.argv.slice(2)).catch((error: Error & { code?: string }) => {
  const code = error.code ?? '';
  const isUsage = error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
  console.error(describeOperatorError(error) ?? (isUsage ? error.message : error));
  process.exitCode = 1;
});
