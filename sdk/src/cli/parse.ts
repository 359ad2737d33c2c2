// Parses the arguments of the process into a command with its values; an error suggests the nearest name.
import { parseArgs } from 'node:util';
import { type Command, globalOptions, type OptionSpec, type Values } from './command.ts';
import { usageError } from './exit-codes.ts';
import { nearest } from '../nearest.ts';
import { plural } from './terminal/text.ts';
import { readTime } from './terminal/time.ts';

/** Returns the words before the first option, and the rest. Global options may stand before the command. */
function splitWords(argv: readonly string[], commands: readonly Command[]) {
  const words: number[] = [];
  for (let index = 0; index < argv.length && words.length < 2; index += 1) {
    const one = argv[index] ?? '';
    if (one === '--') break;
    if (!one.startsWith('-')) words.push(index);
    else if (globalOptions[one.slice(2)]?.value !== undefined) index += 1;
    else if (words.length > 0) break;
  }
  for (let length = words.length; length > 0; length -= 1) {
    const used = words.slice(0, length);
    const path = used.map((index) => argv[index]).join(' ');
    const command = commands.find((one) => one.path === path);
    if (command) return { command, rest: argv.filter((_, index) => !used.includes(index)) };
  }
  return { command: undefined, words: words.map((index) => argv[index] ?? '') };
}

/** Other command lines and the SDK have these names for our commands. */
const synonyms = new Map([
  ['add', 'create'],
  ['comment', 'note'],
  ['edit', 'update'],
  ['fulfill', 'fulfil'],
  ['get', 'show'],
  ['ls', 'list'],
  ['new', 'create'],
  ['set', 'update'],
  ['view', 'show'],
]);

function unknownCommand(words: readonly string[], commands: readonly Command[]): Error {
  const paths = commands.map(({ path }) => path);
  const [group = '', verb] = words;
  const verbs = paths.filter((path) => path.startsWith(`${group} `));
  if (verb !== undefined && verbs.length > 0) {
    const meant = `${group} ${synonyms.get(verb) ?? verb}`;
    const near = verbs.includes(meant) ? meant : nearest(meant, verbs);
    return usageError(
      `signalbox ${group} has no command ${verb}.`,
      ...(near ? [`Did you mean \`signalbox ${near}\`?`] : []),
      `Run \`signalbox ${group} --help\` for its commands.`,
    );
  }
  const near = nearest(group, [
    ...new Set(paths.flatMap((path) => [path, path.split(' ')[0] ?? ''])),
  ]);
  return usageError(
    `signalbox has no command ${group}.`,
    ...(near ? [`Did you mean \`signalbox ${near}\`?`] : []),
    'Run `signalbox --help` for all commands.',
  );
}

const helpOf = ({ path }: Command): string => `Run \`signalbox ${path} --help\` for its options.`;

/** Only the service knows the ids; a text of another form would be another path. */
const isPossibleId = (value: string): boolean => /^[A-Za-z0-9][\w.-]*$/.test(value);
const notAnId = (value: string): string =>
  `${value === '' ? 'an empty value' : JSON.stringify(value)} is not an id. An id begins with a letter or digit, and has letters, digits, dots, hyphens and underscores.`;

function checkValue(command: Command, name: string, spec: OptionSpec, value: string): void {
  const invalid = (why: string, ...hints: string[]) =>
    usageError(`--${name}: ${why}`, ...hints, helpOf(command));
  if (value === '') throw invalid('the value is empty.');
  if (spec.time && !readTime(value))
    throw invalid(`${value} is not a time. Use 2026-11-15T09:30:00Z, 2026-11-15, 90m, 2h or 7d.`);
  if (spec.isCount && !/^[1-9]\d{0,8}$/.test(value))
    throw invalid(`${value} is not a whole number of 1 or more.`);
  if (spec.isId && !isPossibleId(value)) throw invalid(notAnId(value));
  for (const one of spec.choices ? (spec.isList ? value.split(',') : [value]) : [])
    if (!spec.choices?.includes(one)) {
      const near = nearest(one, spec.choices ?? []);
      throw invalid(
        `${one || 'an empty value'} is not allowed. Allowed: ${spec.choices?.join(', ')}.`,
        ...(near ? [`Did you mean ${near}?`] : []),
      );
    }
}

/** A flag is given with no values. */
function valuesOf(options: Record<string, OptionSpec>, given: Map<string, string[]>): Values {
  const text = (name: string) => given.get(name)?.at(-1);
  const convertedValue = (name: string, spec: OptionSpec): string | undefined => {
    const value = text(name);
    return value !== undefined && spec.time ? readTime(value, spec.time)?.toISOString() : value;
  };
  return {
    text: (name) => convertedValue(name, options[name] ?? { summary: '' }),
    texts: (name) => given.get(name) ?? [],
    flag: (name) => given.get(name)?.length === 0,
    count: (name) => (text(name) === undefined ? undefined : Number(text(name))),
    parameters: () =>
      Object.fromEntries(
        Object.entries(options).flatMap(([name, spec]) => {
          const value = convertedValue(name, spec);
          return spec.parameter && value !== undefined && !spec.isRepeatable
            ? [[spec.parameter, value]]
            : [];
        }),
      ),
  };
}

function argumentsOf(command: Command, given: readonly string[]) {
  const specs = command.args ?? [];
  if (given.length > specs.length)
    throw usageError(
      `signalbox ${command.path} takes ${specs.length === 0 ? 'no arguments' : plural(specs.length, 'argument')}, but ${given[specs.length]} was given too.`,
      'Put quotes around a value with spaces.',
      helpOf(command),
    );
  return Object.fromEntries(
    specs.map(({ name, isOptional, choices, isId }, index) => {
      const value = given[index];
      const example = command.examples.slice(0, 1).map((one) => `For example: ${one}`);
      if (value === undefined && !isOptional)
        throw usageError(`signalbox ${command.path} needs <${name}>.`, ...example);
      if (value !== undefined && isId && !isPossibleId(value))
        throw usageError(`<${name}>: ${notAnId(value)}`, ...example, helpOf(command));
      if (value === undefined || !choices) return [name, value];
      const chosen = choices.find((one) => one.toLowerCase() === value.toLowerCase());
      if (chosen === undefined)
        throw usageError(
          `<${name}>: ${value} is not allowed. Allowed: ${choices.join(', ')}.`,
          ...example,
          helpOf(command),
        );
      return [name, chosen];
    }),
  );
}

export interface Parsed {
  command: Command | undefined;
  /** Without a command, these words may name a group. */
  words: readonly string[];
  args: Record<string, string | undefined>;
  values: Values;
}

export function parse(argv: readonly string[], commands: readonly Command[]): Parsed {
  const { command, rest = argv, words = [] } = splitWords(argv, commands);
  const options = { ...command?.options, ...globalOptions };
  const { tokens, positionals } = parseArgs({
    args: [...rest],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string' },
      ]),
    ),
    strict: false,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const spec = options[token.name];
    if (!spec) {
      if (!command && words.length > 0) throw unknownCommand(words, commands);
      const near = nearest(token.name, Object.keys(options));
      throw usageError(
        `signalbox${command ? ` ${command.path}` : ''} has no option ${token.rawName}.`,
        ...(near ? [`Did you mean --${near}?`] : []),
        command ? helpOf(command) : 'Run `signalbox --help` for all commands.',
      );
    }
    if (spec.value === undefined) {
      if (token.value !== undefined) throw usageError(`${token.rawName} takes no value.`);
      given.set(token.name, []);
      continue;
    }
    const isNextOption = token.inlineValue === false && /^--\w/.test(token.value);
    if (token.value === undefined || isNextOption)
      throw usageError(
        `${token.rawName} needs a value${spec.choices ? `: ${spec.choices.join(', ')}` : ''}.`,
      );
    if (command) checkValue(command, token.name, spec, token.value);
    const earlier = spec.isRepeatable ? given.get(token.name) : undefined;
    given.set(token.name, [...(earlier ?? []), token.value]);
  }
  const values = valuesOf(options, given);
  const isHelp = values.flag('help') || values.flag('version');
  const isGroup =
    commands.some(({ path }) => path.startsWith(`${words[0]} `)) && words.length === 1;
  if (!command && words.length > 0 && !isGroup && words[0] !== 'help')
    throw unknownCommand(words, commands);
  const args = command && !isHelp ? argumentsOf(command, positionals) : {};
  return { command, words, args, values };
}
