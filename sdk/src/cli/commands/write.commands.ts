// Record types that can be written have the commands `create`, `update`, `note` and one for each action.
import type { Signalbox } from '../../index.ts';
import type { ArgumentSpec, Command, Invocation, OptionSpecs } from '../command.ts';
import {
  customBody,
  type CustomizedKind,
  readAssignments,
  setOption,
} from '../custom/assignments.ts';
import { withCustomValues } from '../custom/card.ts';
import { usageError } from '../exit-codes.ts';
import { readInput } from '../rows/input.ts';
import { printCard } from '../terminal/card.ts';
import { printWarnings } from '../terminal/warnings.ts';
import {
  type FieldWrite,
  type RecordKind,
  type RecordWrites,
  withArticle,
} from './kinds/record-kind.ts';
import { filter } from './lists.ts';

type WritableKind<Row, Full> = RecordKind<Row, Full> & { writes: RecordWrites<Full> };

interface WriteSpec<Saved> extends Omit<Command, 'run'> {
  send: RecordWrites<Saved>['update']['send'];
  complete?: RecordWrites<Saved>['update']['complete'];
  print: (invocation: Invocation, saved: Saved, client: Signalbox) => void | Promise<void>;
  /** The command writes records of this kind, and may set their custom fields. */
  kind: CustomizedKind;
  /** A command that sets no field at all is refused. */
  needsField?: boolean;
}

const versionOption: OptionSpecs = {
  'if-version': { value: 'n', isCount: true, summary: 'The version that you have read' },
};

const visibilityOption: OptionSpecs = {
  visibility: filter(
    'visibility',
    'team: agents; private: you and managers; public: also the opener and the requester',
    {
      value: 'who',
      choices: ['team', 'private', 'public'],
    },
  ),
};

/** Returns null for each field to clear, or an empty list. Fields are given by the name of the field or of its option. */
function clearedFields({ values }: Invocation, options: OptionSpecs): Record<string, unknown> {
  const specs = Object.values(options);
  const names = (values.text('clear') ?? '').split(',').filter(Boolean);
  return Object.fromEntries(
    names.map((name) => {
      const field = options[name]?.parameter ?? name.replaceAll('-', '_');
      return [field, specs.some((one) => one.parameter === field && one.isList) ? [] : null];
    }),
  );
}

/** Returns the fields of the body: a list is split at its commas, and `-` is the text of stdin. */
async function bodyOf(
  invocation: Invocation,
  { args = [], options = {} }: Pick<Command, 'args' | 'options'>,
  readStdin: () => Promise<string>,
): Promise<Record<string, unknown>> {
  const given = invocation.values.parameters();
  for (const { name, parameter } of args)
    if (parameter !== undefined && invocation.args[name] !== undefined)
      given[parameter] = invocation.args[name];
  const lists = new Set(
    Object.values(options).flatMap(({ parameter, isList }) => (isList ? [parameter] : [])),
  );
  const body: Record<string, unknown> = {};
  for (const [field, text] of Object.entries(given)) {
    if (text === '-') body[field] = await readStdin();
    else body[field] = lists.has(field) ? text.split(',').filter(Boolean) : text;
  }
  for (const [name, { value, parameter }] of Object.entries(options))
    if (value === undefined && parameter !== undefined && invocation.values.flag(name))
      body[parameter] = true;
  return { ...body, ...clearedFields(invocation, options) };
}

function writeCommand<Saved>(spec: WriteSpec<Saved>): Command {
  const { send, complete, print, kind, needsField = false, ...command } = spec;
  return {
    ...command,
    run: async (invocation) => {
      const { args, values, terminal, isJson, signal } = invocation;
      const assignments = readAssignments(invocation, 'set');
      let input: Promise<string> | undefined;
      const readStdin = () => (input ??= readInput(terminal.stdin));
      const body = await bodyOf(invocation, command, readStdin);
      if (needsField && Object.keys(body).length + assignments.length === 0)
        throw usageError(
          'There is nothing to update.',
          `For example: ${command.examples[0]}`,
          `Run \`signalbox ${command.path} --help\` for all fields.`,
        );
      for (const [name, { isRequired, parameter = '' }] of Object.entries(command.options ?? {}))
        if (isRequired && body[parameter] === undefined)
          throw usageError(`--${name} is required.`, `For example: ${command.examples[0]}`);
      const client = await invocation.connect();
      const ifMatch = values.count('if-version');
      const custom = await customBody({ client, kind, command, assignments }, readStdin);
      const completed = await complete?.(body, { client, invocation, readStdin });
      const sent = { ...(completed ?? body), ...custom };
      const saved = await send(client, args['id'] ?? '', sent as never, {
        signal,
        ...(ifMatch !== undefined && { ifMatch }),
      });
      if (isJson) terminal.printJson(saved);
      else await print(invocation, saved, client);
    },
  };
}

const isCompleteById = (args: readonly ArgumentSpec[], options: OptionSpecs = {}): boolean =>
  args.length === 0 && !Object.values(options).some(({ isRequired }) => isRequired);

function noteCommand<Row, Full>(
  kind: RecordKind<Row, Full>,
  note: NonNullable<RecordWrites<Full>['note']>,
  id: ArgumentSpec,
): Command {
  const { group, exampleId } = kind;
  return writeCommand({
    path: `${group} note`,
    summary: 'Add a work note',
    operationId: note.operationId,
    args: [
      id,
      { name: 'text', summary: 'The note in Markdown; - reads it from stdin', parameter: 'body' },
    ],
    options: { ...visibilityOption, ...note.options },
    examples: [`signalbox ${group} note ${exampleId} "Restarted the gateway" --visibility public`],
    send: note.send,
    kind,
    print: ({ terminal, args }, saved) => {
      terminal.print(`Added a ${saved.visibility} note to ${args['id']}.`);
      printWarnings(terminal, saved, kind.many);
    },
  });
}

const summaryArgument = ({
  hasOptionalSummary = false,
}: Pick<FieldWrite<never>, 'hasOptionalSummary'>): ArgumentSpec => ({
  name: 'summary',
  summary: 'One-line summary',
  parameter: 'short_description',
  ...(hasOptionalSummary && { isOptional: true }),
});

export function writeCommands<Row, Full extends object>(kind: WritableKind<Row, Full>): Command[] {
  const { group, one, exampleId, writes } = kind;
  const { fields: typeFields, create, update, note, actions } = writes;
  const fields = { ...typeFields, ...(kind.customType && { set: setOption }) };
  const id: ArgumentSpec = { name: 'id', summary: `Id, such as ${exampleId}`, isId: true };
  const print = async ({ terminal }: Invocation, saved: Full, client: Signalbox) => {
    printCard(terminal, await withCustomValues(kind.card(saved), saved, kind, client));
    printWarnings(terminal, saved, kind.many);
  };
  const examplesOf = (path: string, examples: readonly string[]) =>
    examples.map((example) => `signalbox ${path} ${example}`);
  const creating = create && [
    writeCommand({
      path: `${group} create`,
      summary: `Create ${withArticle(one)}`,
      operationId: create.operationId,
      args: [summaryArgument(create)],
      options: { ...create.options, ...fields },
      examples: examplesOf(`${group} create`, create.examples),
      send: create.send,
      ...(create.complete && { complete: create.complete }),
      print,
      kind,
    }),
  ];
  return [
    ...(creating ?? []),
    writeCommand({
      path: `${group} update`,
      summary: `Update ${withArticle(one)}`,
      description: `Only the given fields change. With --if-version, the command fails if someone else has changed the ${one} since.`,
      operationId: update.operationId,
      args: [id],
      options: {
        ...update.options,
        ...fields,
        clear: { value: 'a,b', summary: 'Fields to clear, such as assigned_to,description' },
        ...versionOption,
      },
      examples: examplesOf(`${group} update`, update.examples),
      send: update.send,
      print,
      kind,
      needsField: true,
    }),
    ...actions.map(
      ({ verb, summary, description, operationId, args = [], options, send, examples }) =>
        writeCommand({
          path: `${group} ${verb}`,
          summary: `${summary} ${withArticle(one)}`,
          ...(description !== undefined && { description }),
          operationId,
          args: [id, ...args],
          options: { ...options, ...versionOption },
          examples: examplesOf(`${group} ${verb}`, [
            ...(isCompleteById(args, options) ? [exampleId] : []),
            ...(examples ?? []).map((example) => `${exampleId} ${example}`),
          ]),
          send,
          print,
          kind,
        }),
    ),
    ...(note ? [noteCommand(kind, note, id)] : []),
  ];
}
