import { features } from '../features.ts';
import { version } from '../version.ts';
import type { Command } from './command.ts';
import { probeUsage } from './probe.ts';

function usage(): string {
  const adminCommands = features.flatMap(({ commands: own = {} }) => Object.values(own));
  return `signalbox ${version}

  start               run everything in one process (applies migrations first);
                      without DATABASE_URL, run a demonstration with an embedded database
  api                 run the API only
  auth                run the identity provider only
  worker              run background work only
  migrate             apply pending migrations and exit; --plan prints them without applying any,
                      --status also prints those that are applied and the batches that workers run
  seed                fill an empty database with demonstration data
  doctor              check configuration, database, clock, mail and addresses, and say what to do
${probeUsage}  help                show this help
${adminCommands.map((command) => command.usage).join('')}`;
}

/** The error comes after the help, because a terminal shows the end of the output. */
export async function refuse(words: readonly string[]): Promise<void> {
  console.error(
    `${usage()}\n\nThere is no command \`${words.join(' ')}\`. The commands are listed above.`,
  );
  process.exitCode = 2;
}

export const run: Command = async () => console.log(usage());
