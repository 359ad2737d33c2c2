import { composeAll, prepare, runOnce } from '../start/index.ts';
import type { Command } from './command.ts';

export const run: Command = (_args, own) =>
  runOnce(own, async (deps) => {
    await prepare(deps);
    await composeAll();
    const { seedEmpty } = await import('../demo/index.ts');
    deps.log.info({ records: await seedEmpty(deps) }, 'seed.completed');
  });
