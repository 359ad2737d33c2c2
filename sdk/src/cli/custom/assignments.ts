// The options --set and --where contain a custom field and its value, as key=value.
import type { Field, Signalbox } from '../../index.ts';
import type { Command, Invocation, OptionSpec } from '../command.ts';
import { usageError } from '../exit-codes.ts';
import { type CustomizedType, definitionsOf, findField } from './definitions.ts';
import { readValue } from './values.ts';

/** Records of the kind have custom fields. */
export interface CustomizedKind {
  many: string;
  customType?: CustomizedType;
}

export const setOption: OptionSpec = {
  value: 'key=value',
  isRepeatable: true,
  parameter: 'custom',
  summary:
    'Set a custom field; may be given several times. Choices are separated by commas, an empty value clears the field, and - reads a long text from stdin',
};

export const whereOption: OptionSpec = {
  value: 'key=a,b',
  isRepeatable: true,
  parameter: 'cf',
  summary: 'Custom field that is filterable, with any of the values; may be given several times',
};

export type Assignment = readonly [key: string, text: string];

/** Returns each key and value that was given, in their order. */
export const splitAssignments = (
  { values }: Pick<Invocation, 'values'>,
  name: string,
  example: string,
): Assignment[] =>
  values.texts(name).map((given) => {
    const end = given.indexOf('=');
    if (end < 1)
      throw usageError(`--${name}: ${given} is not of the form key=value, such as ${example}.`);
    return [given.slice(0, end), given.slice(end + 1)];
  });

/** Returns the keys and values that were given. Their form needs no request. */
export function readAssignments(invocation: Pick<Invocation, 'values'>, name: string) {
  const texts = new Map<string, string>();
  for (const [key, text] of splitAssignments(invocation, name, 'site=Munich')) {
    if (texts.has(key))
      throw usageError(
        `--${name}: ${key} is given twice.`,
        'Separate several values by commas: tags=a,b.',
      );
    texts.set(key, text);
  }
  return [...texts] as readonly Assignment[];
}

/** A field of the record type itself has an option of its own. */
const ownOption =
  ({ options = {} }: Pick<Command, 'options'>) =>
  (key: string): string | undefined => {
    const name = Object.keys(options).find((one) => one === key || options[one]?.parameter === key);
    return name === undefined ? undefined : `Use --${name}.`;
  };

interface Rule {
  option: '--set' | '--where';
  adjective: string;
  isAllowed: (field: Field, text: string) => boolean;
}

/** A field that is no longer in use can still be cleared. */
const ofSet: Rule = {
  option: '--set',
  adjective: 'custom',
  isAllowed: ({ active }, text) => active || text === '',
};
const ofWhere: Rule = {
  option: '--where',
  adjective: 'filterable custom',
  isAllowed: ({ filterable }) => filterable,
};

interface Given {
  client: Signalbox;
  kind: CustomizedKind;
  command: Pick<Command, 'options'>;
  assignments: readonly Assignment[];
}

async function findFields(
  { client, kind: { many, customType }, command, assignments }: Given,
  { option, adjective, isAllowed }: Rule,
): Promise<readonly (readonly [field: Field, text: string])[]> {
  if (customType === undefined || assignments.length === 0) return [];
  const definitions = await definitionsOf(client, customType);
  return assignments.map(([key, text]) => {
    const field = findField(definitions, key, {
      where: option,
      what: `a ${adjective} field of ${many}`,
      isAllowed: (one) => isAllowed(one, text),
      hintOf: ownOption(command),
    });
    return [field, text];
  });
}

function readText(field: Field, text: string): unknown {
  try {
    return readValue(field, text);
  } catch (error) {
    throw usageError(`--set: ${field.key} ${(error as Error).message}.`);
  }
}

/** Returns the member `custom` of a body, unless nothing is set. */
export async function customBody(
  given: Given,
  readStdin: () => Promise<string>,
): Promise<{ custom?: Record<string, unknown> }> {
  const found = await findFields(given, ofSet);
  const custom: Record<string, unknown> = {};
  for (const [field, text] of found) {
    const isInput = text === '-' && field.type === 'long_text';
    const value = isInput ? await readStdin() : text;
    custom[field.key] = text === '' ? null : readText(field, value);
  }
  return found.length === 0 ? {} : { custom };
}

/** Returns the filters of a list. The service splits the values, and validates them. */
export async function customFilters(given: Given): Promise<Record<string, string>> {
  const found = await findFields(given, ofWhere);
  return Object.fromEntries(
    found.map(([{ key }, text]) => {
      if (text === '') throw usageError(`--where: the value of ${key} is empty.`);
      return [`cf.${key}`, text];
    }),
  );
}
