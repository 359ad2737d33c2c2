#!/usr/bin/env node
// The `signalbox` command begins here. No other file reads the process.
import { readFileSync } from 'node:fs';
import { run } from './program.ts';
import { Terminal } from './terminal/terminal.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

const interruption = new AbortController();
process.once('SIGINT', () => {
  interruption.abort(new Error('Interrupted'));
  // A second Ctrl-C ends the process at once.
  process.once('SIGINT', () => process.exit(130));
});
process.once('SIGTERM', () => interruption.abort(new Error('Terminated')));
// The reader of a pipe, such as `head`, may end before the output does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

process.exitCode = await run({
  argv: process.argv.slice(2),
  env: process.env,
  terminal: new Terminal(process, process.env),
  signal: interruption.signal,
  version,
});
