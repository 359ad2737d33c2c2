// Runs one invocation, from its arguments to its exit code.
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Invocation } from './command.ts';
import { commands } from './commands.ts';
import { CliError, exitCodes, type ExitName } from './exit-codes.ts';
import { explain } from './failures.ts';
import { commandHelp, groupHelp, overview } from './help.ts';
import { parse, type Parsed } from './parse.ts';
import { connect, openTransport } from './profiles/connection.ts';
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
    commands,
    connect: (options) => connect({ values, store, env }, options),
    openTransport: (options) => openTransport({ values, store, env }, options),
  };
  return (await command.run(invocation)) ?? 'ok';
}

const interruption = (): CliError =>
  new CliError({ exit: 'interrupted', code: 'interrupted' }, 'The command was interrupted.');

/** Arguments that cannot be parsed may ask for JSON all the same. */
const asksForJson = (argv: readonly string[]): boolean => {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).includes('--json');
};

function report(
  error: unknown,
  { command, values }: Partial<Parsed>,
  { terminal, argv }: Surroundings,
): ExitName {
  const { exit, code, message, hints, requestId, isServerFault } = explain(error, command);
  const { messageStyle: style, messageWidth } = terminal;
  if (values?.flag('json') ?? asksForJson(argv))
    terminal.message(JSON.stringify({ error: message, code, exit, hints, request_id: requestId }));
  else if (exit !== 'interrupted') {
    const [first = '', ...rest] = wrap(message, messageWidth - 7);
    terminal.message(`${style(['bold', 'red'], 'Error')}  ${first}`);
    for (const line of rest) terminal.message(`       ${line}`);
    for (const hint of hints)
      for (const line of wrap(hint, messageWidth - 7)) terminal.message(`       ${line}`);
    if (requestId && isServerFault)
      terminal.message(style('dim', `       Request id: ${requestId}`));
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
    const isInterrupted = surroundings.signal.aborted;
    exit = report(isInterrupted ? interruption() : error, parsed ?? {}, surroundings);
  }
  return exitCodes[exit][0];
}
