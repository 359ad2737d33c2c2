// Runs one invocation, from its arguments to its exit code.
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Invocation } from './command.ts';
import { commands } from './commands.ts';
import { exitCodes, type ExitName } from './exit-codes.ts';
import { explain } from './failures.ts';
import { commandHelp, groupHelp, overview } from './help.ts';
import { parse, type Parsed } from './parse.ts';
import { connect } from './profiles/connection.ts';
import { ProfileStore } from './profiles/profiles.store.ts';
import type { Terminal } from './terminal/terminal.ts';
import { wrap } from './terminal/text.ts';

export interface Surroundings {
  argv: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  terminal: Terminal;
  signal: AbortSignal;
  version: string;
}

const profileFolder = (env: Surroundings['env']): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'signalbox');

function printHelp({ command, words }: Parsed, terminal: Terminal): void {
  const helpStyle = { style: terminal.style, width: Math.min(100, terminal.width) };
  const [word] = words;
  const lines = command
    ? commandHelp(command, helpStyle)
    : word === undefined || word === 'help'
      ? overview(helpStyle)
      : groupHelp(word, helpStyle);
  for (const line of lines) terminal.print(line);
}

async function invoke(
  parsed: Parsed,
  { env, terminal, signal, version }: Surroundings,
): Promise<ExitName> {
  const { command, words, args, values } = parsed;
  if (values.flag('version') && !command) {
    terminal.print(version);
    return 'ok';
  }
  if (!command || values.flag('help')) {
    printHelp(parsed, terminal);
    return command || values.flag('help') || words.length === 0 || words[0] === 'help'
      ? 'ok'
      : 'usage';
  }
  const store = new ProfileStore(profileFolder(env));
  const invocation: Invocation = {
    args,
    values,
    isJson: values.flag('json'),
    terminal,
    store,
    env,
    signal,
    connect: (options) => connect({ values, store, env }, options),
  };
  return (await command.run(invocation)) ?? 'ok';
}

function report(
  error: unknown,
  { command, values }: Partial<Parsed>,
  { terminal }: Surroundings,
): ExitName {
  const { exit, message, hints, requestId } = explain(error, command);
  const { messageStyle: style, messageWidth } = terminal;
  if (values?.flag('json'))
    terminal.message(JSON.stringify({ error: message, exit, hints, request_id: requestId }));
  else {
    const [first = '', ...rest] = wrap(message, messageWidth - 7);
    terminal.message(`${style(['bold', 'red'], 'Error')}  ${first}`);
    for (const line of rest) terminal.message(`       ${line}`);
    for (const hint of hints)
      for (const line of wrap(hint, messageWidth - 7)) terminal.message(`       ${line}`);
    if (requestId) terminal.message(style('dim', `       Request id: ${requestId}`));
  }
  return exit;
}

/** Returns the exit code. */
export async function run(surroundings: Surroundings): Promise<number> {
  let parsed: Parsed | undefined;
  let exit: ExitName;
  try {
    parsed = parse(surroundings.argv, commands);
    exit = await invoke(parsed, surroundings);
  } catch (error) {
    exit = surroundings.signal.aborted ? 'interrupted' : report(error, parsed ?? {}, surroundings);
  }
  return exitCodes[exit][0];
}
