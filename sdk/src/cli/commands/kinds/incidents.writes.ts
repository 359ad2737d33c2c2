import type { Incident, UpdateOptions } from '../../../index.ts';
import { filter, timeFilter } from '../lists.ts';
import { idField, levelField, sharedFields, summaryField, textField } from './fields.ts';
import { incidentStates } from './incidents.states.ts';
import { macroAction } from './macros.ts';
import type { RecordWrites } from './record-kind.ts';

const publicNote = textField(
  'public_note',
  'Add a public note together with the update, which the requester reads',
);

const toDuplicates = {
  parameter: 'to_duplicates',
  summary: 'Also send the public note to the requesters of the duplicates',
};
const forDuplicates = {
  'to-duplicates': toDuplicates,
  'resolve-linked': {
    parameter: 'resolve_linked',
    summary: 'Also resolve the open duplicates, by a job',
  },
};

export const incidentWrites: RecordWrites<Incident> = {
  fields: {
    ...sharedFields,
    requester: filter('requester', 'E-mail address of the person who has the trouble', {
      value: 'email',
    }),
    category: textField('category', 'Category'),
    subcategory: textField('subcategory', 'Subcategory within the category'),
    impact: levelField('impact', 'How much is affected'),
    urgency: levelField('urgency', 'How quickly the incident must be fixed'),
    ci: idField('ci_id', 'Affected configuration item'),
    'parent-problem': idField('parent_problem_id', 'Problem that causes the incident'),
    change: idField('change_id', 'Change that caused or fixes the incident'),
    'external-id': idField('external_id', 'Your own id for the incident'),
  },
  create: {
    operationId: 'createIncident',
    send: (client, _, body, options) => client.incidents.create(body, options),
    examples: [
      '"Checkout responds 502" --priority P1 --group payments',
      '"Disk full" --description - < report.md',
      '"No signal on the phone" --requester anna@example.com',
    ],
  },
  update: {
    operationId: 'updateIncident',
    send: (client, id, body, options) => client.incidents.update(id, body, options),
    options: {
      summary: summaryField,
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
      'on-hold-until': timeFilter(
        'on_hold_until',
        'When an incident on hold returns to in_progress by itself',
        'future',
      ),
      resolution: textField('resolution', 'How the incident was fixed; with --state resolved'),
      note: textField('work_note', 'Add a team note together with the update'),
      'public-note': publicNote,
      ...forDuplicates,
    },
    examples: [
      'INC0000042 --state resolved --resolution "Restarted the gateway"',
      'INC0000042 --assigned-to ann@example.com --if-version 3',
      'INC0000042 --state on_hold --on-hold-until 2027-01-11T08:00:00Z',
    ],
  },
  note: {
    operationId: 'addWorkNote',
    send: (client, id, body, options) => client.incidents.addNote(id, body, options),
    options: { 'to-duplicates': toDuplicates },
  },
  actions: [
    {
      verb: 'resolve',
      summary: 'Resolve',
      description:
        'Resolves an incident in any open state, through the states between, in one version.',
      operationId: 'resolveIncident',
      args: [
        {
          name: 'resolution',
          summary: 'How the incident was fixed; - reads it from stdin',
          parameter: 'resolution',
        },
      ],
      options: { 'public-note': publicNote, ...forDuplicates },
      examples: [
        '"Restarted the gateway"',
        '"Restarted the gateway" --public-note "Please try again."',
      ],
      send: (client, id, body, options) => client.incidents.resolve(id, body, options),
    },
    {
      verb: 'confirm',
      summary: 'Confirm',
      description: 'Says that the trouble is gone: a resolved incident is closed.',
      operationId: 'confirmIncident',
      send: (client, id, _, options) => client.incidents.confirm(id, options),
    },
    {
      verb: 'merge',
      summary: 'Merge',
      description:
        'Makes the incident a duplicate of another one, its leader. For many at once, see `signalbox bulk`.',
      operationId: 'mergeIncident',
      options: {
        into: { ...idField('into', 'The leader'), isRequired: true },
        note: textField('note', 'Add a team note to the duplicate'),
      },
      examples: ['--into INC0000041', '--into INC0000041 --note "The same outage."'],
      send: (client, id, body, options) => client.incidents.merge(id, body, options),
    },
    {
      verb: 'unmerge',
      summary: 'Unmerge',
      description: 'Undoes a merge: the incident is as it was before.',
      operationId: 'unmergeIncident',
      send: (client, id, _, options) => client.incidents.unmerge(id, options),
    },
    macroAction('incident', 'applyMacroToIncident', (client, id, body, options: UpdateOptions) =>
      client.incidents.applyMacro(id, body, options),
    ),
  ],
};
