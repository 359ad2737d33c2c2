// Generates the parts of docs/reference/cli.md: commands, environment, exit codes and error codes of the command line.
import { type Command, globalOptions, type OptionSpecs } from '../sdk/src/cli/command.ts';
import { commandGroups } from '../sdk/src/cli/commands.ts';
import { errorCodes, exitCodes } from '../sdk/src/cli/exit-codes.ts';
import { environment, optionName, optionText, usageOf } from '../sdk/src/cli/help.ts';
import { markdownTable } from './docs.tables.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

const optionTable = (options: OptionSpecs): string =>
  markdownTable(
    ['Option', 'Meaning'],
    Object.entries(options).map(([name, spec]) => [
      `\`${cell(optionName(name, spec))}\``,
      `${cell(optionText(spec))}.`,
    ]),
  );

function commandText(command: Command): string {
  const { path, summary, description, args = [], options = {}, examples } = command;
  return [
    `#### ${path}`,
    `${summary}.${description ? ` ${description}` : ''}`,
    ...(args.length > 0
      ? [args.map(({ name, summary: meaning }) => `- \`${name}\`: ${meaning}.`).join('\n')]
      : []),
    ...(Object.keys(options).length > 0 ? [optionTable(options)] : []),
    ['```text', ...new Set([usageOf(command), ...examples]), '```'].join('\n'),
  ].join('\n\n');
}

export const cliCommands = (): string =>
  commandGroups
    .map(([heading, group]) => [`### ${heading}`, ...group.map(commandText)].join('\n\n'))
    .join('\n\n');

export const cliGlobalOptions = (): string => optionTable(globalOptions);

export const cliEnvironment = (): string =>
  markdownTable(
    ['Variable', 'Meaning'],
    environment.map(([name, meaning]) => [`\`${name}\``, `${meaning}.`]),
  );

export const cliExitCodes = (): string =>
  markdownTable(
    ['Code', 'Meaning'],
    Object.values(exitCodes).map(([code, meaning]) => [String(code), `${meaning}.`]),
  );

export const cliErrorCodes = (): string =>
  markdownTable(
    ['Code', 'Meaning'],
    Object.entries(errorCodes).map(([code, meaning]) => [`\`${code}\``, `${meaning}.`]),
  );
