import { runOnce } from '../start/index.ts';
import type { Command } from './command.ts';

/** The report contains all findings; the log would repeat them. */
const SILENT = { LOG_LEVEL: 'silent' };

export const run: Command = (_args, { argv, execArgv, env, cwd }) =>
  runOnce({ argv, execArgv, env: { ...env, ...SILENT }, cwd }, async (deps) => {
    const { loadDoctor } = await import('../doctor/index.ts');
    const { diagnose, report } = await loadDoctor();
    const { text, hasFailed } = report(await diagnose(deps));
    console.log(text);
    if (hasFailed) process.exitCode = 1;
  });
