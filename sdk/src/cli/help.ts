// Help texts are made from the table of commands.
import { type Command, globalOptions, type OptionSpec, type OptionSpecs } from './command.ts';
import { commandGroups, commands } from './commands.ts';
import { exitCodes } from './exit-codes.ts';
import type { Style } from './terminal/terminal.ts';
import { padEnd, widthOf, wrap } from './terminal/text.ts';
import type { TimeDirection } from './terminal/time.ts';

export interface HelpStyle {
  style: Style;
  width: number;
}

export const environment: readonly (readonly [name: string, meaning: string])[] = [
  ['SIGNALBOX_URL', 'Address of the instance'],
  ['SIGNALBOX_API_KEY', 'API key, used instead of a profile'],
  [
    'SIGNALBOX_CLIENT_ID',
    'With SIGNALBOX_CLIENT_SECRET: credentials of a client, used instead of a profile',
  ],
  ['SIGNALBOX_CLIENT_SECRET', 'See SIGNALBOX_CLIENT_ID'],
  ['SIGNALBOX_PROFILE', 'Name of the profile'],
  ['NO_COLOR', 'Disables colours if set to any value'],
];

type Entry = readonly [name: string, text: string];

const MAX_NAME_WIDTH = 30;

function columns(entries: readonly Entry[], { style, width }: HelpStyle): string[] {
  const nameWidth = Math.min(MAX_NAME_WIDTH, Math.max(...entries.map(([name]) => widthOf(name))));
  return entries.flatMap(([name, text]) => {
    const lines = wrap(text, Math.max(24, width - nameWidth - 4));
    const isLong = widthOf(name) > nameWidth;
    const blank = ' '.repeat(nameWidth + 4);
    const head = `  ${style('cyan', padEnd(name, nameWidth))}`;
    return [
      ...(isLong ? [head.trimEnd(), `${blank}${lines[0] ?? ''}`] : [`${head}  ${lines[0] ?? ''}`]),
      ...lines.slice(1).map((line) => blank + line),
    ];
  });
}

const section = (title: string, lines: readonly string[], { style }: HelpStyle): string[] =>
  lines.length === 0 ? [] : ['', style('bold', title), ...lines];

export const optionName = (name: string, { value }: OptionSpec): string =>
  value === undefined ? `--${name}` : `--${name} <${value}>`;

const timeTexts: Record<TimeDirection, string> = {
  past: ' (a time, or an age such as 2h or 7d)',
  future: ' (a time, or a duration from now such as 2h or 7d)',
};

/** The choices are left out where the summary names all of them. */
export function optionText({ summary, choices = [], time }: OptionSpec): string {
  const isComplete = choices.every((choice) => summary.includes(choice));
  return `${summary}${isComplete ? '' : `: ${choices.join(', ')}`}${time ? timeTexts[time] : ''}`;
}

const optionEntries = (options: OptionSpecs): Entry[] =>
  Object.entries(options).map(([name, spec]) => [optionName(name, spec), optionText(spec)]);

export const usageOf = ({ path, args = [], options = {} }: Command): string =>
  [
    `signalbox ${path}`,
    ...args.map(({ name, isOptional }) => (isOptional ? `[${name}]` : `<${name}>`)),
    ...(Object.keys(options).length > 0 ? ['[options]'] : []),
  ].join(' ');

export function commandHelp(command: Command, helpStyle: HelpStyle): string[] {
  const { summary, description, args = [], options = {}, examples } = command;
  return [
    ...wrap(`${summary}.${description ? ` ${description}` : ''}`, helpStyle.width),
    ...section('Usage', [`  ${usageOf(command)}`], helpStyle),
    ...section(
      'Arguments',
      args.length > 0
        ? columns(
            args.map((one) => [one.name, one.summary]),
            helpStyle,
          )
        : [],
      helpStyle,
    ),
    ...section(
      'Options',
      Object.keys(options).length > 0 ? columns(optionEntries(options), helpStyle) : [],
      helpStyle,
    ),
    ...section('Global options', columns(optionEntries(globalOptions), helpStyle), helpStyle),
    ...section(
      'Examples',
      examples.map((example) => `  ${example}`),
      helpStyle,
    ),
  ];
}

const commandEntries = (group: readonly Command[]): Entry[] =>
  group.map((command) => [command.path, command.summary]);

/** Lists the commands that begin with a word, such as `incidents`. */
export const groupHelp = (word: string, helpStyle: HelpStyle): string[] => [
  `signalbox ${word} <command>`,
  ...section(
    'Commands',
    columns(commandEntries(commands.filter(({ path }) => path.startsWith(`${word} `))), helpStyle),
    helpStyle,
  ),
  '',
  `Run \`signalbox ${word} <command> --help\` for the options of a command.`,
];

export const overview = (helpStyle: HelpStyle): string[] => [
  'signalbox <command> [options]',
  ...commandGroups.flatMap(([heading, group]) =>
    section(heading, columns(commandEntries(group), helpStyle), helpStyle),
  ),
  ...section('Global options', columns(optionEntries(globalOptions), helpStyle), helpStyle),
  ...section('Environment', columns(environment, helpStyle), helpStyle),
  ...section(
    'Exit codes',
    columns(
      Object.values(exitCodes).map(([code, meaning]) => [String(code), meaning]),
      helpStyle,
    ),
    helpStyle,
  ),
  '',
  'Run `signalbox <command> --help` for the options of a command.',
];
