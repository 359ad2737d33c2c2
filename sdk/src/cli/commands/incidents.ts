import type { Incident } from '../../index.ts';
import type { Command, Invocation, OptionSpecs } from '../command.ts';
import { usageError } from '../exit-codes.ts';
import { printCard } from '../terminal/card.ts';
import { readInput } from '../rows/input.ts';
import { filter } from './lists.ts';
import { incidents, incidentStates, priorities } from './kinds/incidents.kind.ts';

const levels = ['high', 'medium', 'low'] as const;

const fields: OptionSpecs = {
  description: filter('description', 'Full description in Markdown; - reads it from stdin', {
    value: 'text',
  }),
  priority: filter('priority', 'Priority; P1 is the most urgent', { choices: priorities }),
  category: filter('category', 'Category', { value: 'text' }),
  subcategory: filter('subcategory', 'Subcategory within the category', { value: 'text' }),
  impact: filter('impact', 'How much is affected', { choices: levels, value: 'level' }),
  urgency: filter('urgency', 'How quickly the incident must be fixed', {
    choices: levels,
    value: 'level',
  }),
  group: filter('assignment_group', 'Name of the assignment group', { value: 'name' }),
  'assigned-to': filter('assigned_to', 'E-mail address of the assignee', { value: 'email' }),
  ci: filter('ci_id', 'Affected configuration item', { value: 'id' }),
  'parent-problem': filter('parent_problem_id', 'Problem that causes the incident', {
    value: 'id',
  }),
  change: filter('change_id', 'Change that caused or fixes the incident', { value: 'id' }),
  'external-id': filter('external_id', 'Your own id for the incident', { value: 'id' }),
};

/** Returns the fields of the body, with the text of stdin for `-`. */
async function bodyOf({ values, terminal }: Invocation): Promise<Record<string, string>> {
  const body = values.parameters();
  for (const [name, value] of Object.entries(body))
    if (value === '-') body[name] = await readInput(terminal.stdin);
  return body;
}

const printSaved = ({ terminal, isJson }: Invocation, record: Incident): void =>
  isJson ? terminal.printJson(record) : printCard(terminal, incidents.card(record));

const create: Command = {
  path: 'incidents create',
  summary: 'Create an incident',
  operationId: 'createIncident',
  args: [{ name: 'summary', summary: 'One-line summary' }],
  options: fields,
  examples: [
    'signalbox incidents create "Checkout responds 502" --priority P1 --group payments',
    'signalbox incidents create "Disk full" --description - < report.md',
  ],
  run: async (invocation) => {
    const client = await invocation.connect();
    const body = {
      short_description: invocation.args['summary'] ?? '',
      ...(await bodyOf(invocation)),
    };
    printSaved(invocation, await client.incidents.create(body, { signal: invocation.signal }));
  },
};

const update: Command = {
  path: 'incidents update',
  summary: 'Update an incident',
  description:
    'Only the given fields change. With --if-version, the command fails if someone else has changed the incident since.',
  operationId: 'updateIncident',
  args: [{ name: 'id', summary: 'Id, such as INC0000042' }],
  options: {
    summary: filter('short_description', 'One-line summary', { value: 'text' }),
    state: filter('state', 'New state; `show` lists the allowed ones', {
      choices: incidentStates,
    }),
    'on-hold-reason': filter(
      'on_hold_reason',
      'Why the incident is on hold; with --state on_hold',
      {
        value: 'reason',
        choices: ['awaiting_caller', 'awaiting_change', 'awaiting_problem', 'awaiting_vendor'],
      },
    ),
    resolution: filter('resolution', 'How the incident was fixed; with --state resolved', {
      value: 'text',
    }),
    note: filter('work_note', 'Add a team note together with the update', { value: 'text' }),
    ...fields,
    clear: { value: 'a,b', summary: 'Fields to clear, such as assigned_to,ci_id' },
    'if-version': { value: 'n', isCount: true, summary: 'The version that you have read' },
  },
  examples: [
    'signalbox incidents update INC0000042 --state resolved --resolution "Restarted the gateway"',
    'signalbox incidents update INC0000042 --assigned-to ann@example.com --if-version 3',
  ],
  run: async (invocation) => {
    const { args, values, signal } = invocation;
    const cleared = (values.text('clear') ?? '').split(',').filter(Boolean);
    const body = {
      ...(await bodyOf(invocation)),
      ...Object.fromEntries(cleared.map((name) => [name.replaceAll('-', '_'), null])),
    };
    if (Object.keys(body).length === 0)
      throw usageError(
        'There is nothing to update.',
        'For example: signalbox incidents update INC0000042 --priority P2',
        'Run `signalbox incidents update --help` for all fields.',
      );
    const client = await invocation.connect();
    const ifMatch = values.count('if-version');
    const saved = await client.incidents.update(args['id'] ?? '', body, {
      signal,
      ...(ifMatch !== undefined && { ifMatch }),
    });
    printSaved(invocation, saved);
  },
};

const note: Command = {
  path: 'incidents note',
  summary: 'Add a work note',
  operationId: 'addWorkNote',
  args: [
    { name: 'id', summary: 'Id, such as INC0000042' },
    { name: 'text', summary: 'The note in Markdown; - reads it from stdin' },
  ],
  options: {
    visibility: filter(
      'visibility',
      'team: agents; private: you and managers; public: also the opener',
      {
        value: 'who',
        choices: ['team', 'private', 'public'],
      },
    ),
  },
  examples: ['signalbox incidents note INC0000042 "Restarted the gateway" --visibility public'],
  run: async ({ args, values, terminal, isJson, connect, signal }) => {
    const given = args['text'] ?? '';
    const body = given === '-' ? await readInput(terminal.stdin) : given;
    const client = await connect();
    const saved = await client.incidents.addNote(
      args['id'] ?? '',
      { body, ...values.parameters() },
      { signal },
    );
    if (isJson) return terminal.printJson(saved);
    terminal.print(`Added a ${saved.visibility} note to ${saved.incident_id}.`);
  },
};

export const incidentCommands = [create, update, note];
