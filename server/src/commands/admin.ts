// `admin` runs a command of a feature.
import { tableOf } from '../feature.ts';
import { composeAll, runOnce } from '../start/index.ts';
import type { Command } from './command.ts';
import { refuse } from './help.ts';

export const run: Command = async (args, own) => {
  const features = await composeAll();
  const named = tableOf(features, 'commands');
  const count = [2, 1].find((length) => args.slice(0, length).join(' ') in named) ?? 0;
  const command = named[args.slice(0, count).join(' ')];
  if (!command) return refuse(['admin', ...args]);
  await runOnce(own, async (deps) =>
    console.log(await command.run(deps, args.slice(count), features)),
  );
};
