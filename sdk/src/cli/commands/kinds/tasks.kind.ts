import type { Task, TaskSummary } from '../../../index.ts';
import { paintValue } from '../../terminal/paint.ts';
import { withSpaces } from '../../terminal/text.ts';
import { anyOf, filter, timeFilter } from '../lists.ts';
import { idsField, sharedFields, textField } from './fields.ts';
import { at, idColumn, type RecordKind } from './record-kind.ts';

const states = ['open', 'in_progress', 'done', 'skipped'] as const;

const namesOf = (tasks: TaskSummary['waits_for']): string =>
  tasks.map(({ id, name }) => `${id} ${name}`).join(', ');

export const tasks: RecordKind<TaskSummary, Task> = {
  group: 'tasks',
  one: 'task',
  many: 'tasks',
  listOperation: 'listTasks',
  getOperation: 'getTask',
  exampleId: 'TSK0000012',
  filters: {
    state: anyOf('state', 'State', states),
    'assigned-to': anyOf('assigned_to', 'E-mail address of the assignee'),
    group: anyOf('assignment_group', 'Assignment group'),
    request: anyOf('request_id', 'Service request'),
    ready: filter('ready', 'Whether all tasks that it depends on are done or skipped', {
      value: 'true|false',
      choices: ['true', 'false'],
    }),
    'created-after': timeFilter('created_after', 'Created after'),
    'created-before': timeFilter('created_before', 'Created before'),
    'updated-after': timeFilter('updated_after', 'Updated after'),
  },
  sort: ['created_at', 'updated_at'],
  pages: (client, query, options) => client.tasks.list(query, options),
  get: (client, id, options) => client.tasks.get(id, options),
  timeline: (client, id) => client.tasks.listTimeline(id, { limit: 6 }),
  columns: [
    idColumn,
    { title: 'STATE', value: ({ state }) => withSpaces(state), paint: paintValue },
    { title: 'REQUEST', value: (row) => row.request_id, leaveOut: 2 },
    {
      title: 'ASSIGNED TO',
      value: (row) => row.assigned_to ?? row.assignment_group,
      minWidth: 12,
      leaveOut: 4,
    },
    { title: 'DUE', value: (row) => at(row.due_at), leaveOut: 1 },
    {
      title: 'WAITS FOR',
      value: (row) => row.waits_for.map(({ id }) => id).join(', '),
      leaveOut: 3,
    },
    { title: 'NAME', value: ({ name }) => name, minWidth: 24 },
  ],
  card: (one) => ({
    id: one.id,
    marks: [withSpaces(one.state)],
    title: one.name,
    fields: [
      ['Service request', `${one.request.id} ${one.request.short_description}`],
      ['Assigned to', one.assigned_to],
      ['Group', one.assignment_group],
      ['Due', at(one.due_at)],
      ['Waits for', namesOf(one.waits_for)],
      ['Created', at(one.created_at)],
      ['Updated', at(one.updated_at)],
      ['Next states', one.allowed_transitions.join(', ')],
      ['Version', one.version],
    ],
    texts: [],
  }),
  writes: {
    fields: {
      name: textField('name', 'One-line description of the work'),
      state: filter('state', 'State', { choices: states }),
      group: sharedFields.group,
      'assigned-to': sharedFields['assigned-to'],
      'depends-on': idsField('depends_on', 'Tasks that must be done or skipped before'),
      due: timeFilter('due_at', 'When it must be done', 'future'),
    },
    update: {
      operationId: 'updateTask',
      send: (client, id, body, options) => client.tasks.update(id, body, options),
      examples: ['TSK0000012 --state done', 'TSK0000012 --assigned-to ann@example.com --due 2d'],
    },
    actions: [],
  },
};
