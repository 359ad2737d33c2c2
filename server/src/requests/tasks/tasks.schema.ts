// One list of fields gives the request and response schemas of tasks.
import Type, { type Static } from 'typebox';
import { assignmentWarnings } from '../../identity/index.ts';
import { idText, nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { anyOf, instant } from '../../platform/http/output/pagination.ts';
import { resource } from '../../records/index.ts';
import { ServiceRequestId } from '../requests.schema.ts';
import { states as requestStates } from '../requests.states.ts';
import { states } from './tasks.states.ts';

/** An item creates fewer; the rest is for those that agents add. */
export const MAX_TASKS = 100;
const MAX_DEPENDENCIES = 50;

export const TaskId = idText('Ids of tasks', {
  pattern: '^TSK[0-9A-Z]{7}$',
  example: 'TSK0000012',
  description: 'Assigned by the service: TSK and seven characters.',
});

export const example = {
  id: 'TSK0000012',
  request_id: 'REQ0000031',
  request: {
    id: 'REQ0000031',
    short_description: 'Laptop for a new colleague',
    state: 'approved',
  },
  name: 'Install the software',
  assignment_group: 'Workplace',
  assigned_to: null,
  depends_on: ['TSK0000011'],
  state: 'open',
  due_at: '2026-11-28T12:00:00.000Z',
  is_ready: false,
  waits_for: [{ id: 'TSK0000011', name: 'Order the laptop', state: 'in_progress' }],
  allowed_transitions: ['skipped'],
  created_at: '2026-11-15T09:42:10.000Z',
  updated_at: '2026-11-15T09:42:10.000Z',
  version: 1,
};

const taskState = (description: string) => oneOf(states, { description });

const schemas = resource({
  title: 'Task',
  id: TaskId,
  isDeletable: false,
  required: {
    name: Type.String({
      maxLength: 255,
      pattern: '\\S',
      description: 'One-line description of the work.',
    }),
  },
  optional: {
    depends_on: Type.Array(TaskId, {
      maxItems: MAX_DEPENDENCIES,
      uniqueItems: true,
      description:
        'Ids of tasks of the same service request that must be done or skipped before this one begins. Defaults to none.',
    }),
    state: taskState('A new task is open.'),
  },
  nullable: {
    assignment_group: nullable(
      Type.String({ maxLength: 255, description: 'Name of the group that does the task.' }),
    ),
    assigned_to: nullable(
      Type.String({
        format: 'email',
        maxLength: 254,
        description: 'E-mail address of the assignee.',
      }),
    ),
    due_at: nullable(Type.String({ format: 'date-time', description: 'When it must be done.' })),
  },
  readOnly: {
    request_id: ServiceRequestId,
    request: object(
      {
        id: Type.String(),
        short_description: Type.String(),
        state: oneOf(requestStates),
      },
      { description: 'The service request of the task.' },
    ),
    is_ready: Type.Boolean({
      description: 'Whether all tasks that it depends on are done or skipped.',
    }),
    waits_for: Type.Array(
      object({ id: Type.String(), name: Type.String(), state: oneOf(states) }),
      { description: 'The tasks that it depends on and that are neither done nor skipped.' },
    ),
    allowed_transitions: Type.Array(oneOf(states), {
      description: 'States that you can set now.',
    }),
  },
  summary: [
    'request_id',
    'request',
    'name',
    'assignment_group',
    'assigned_to',
    'depends_on',
    'state',
    'due_at',
    'is_ready',
    'waits_for',
    'allowed_transitions',
    'created_at',
    'updated_at',
  ],
  create: { state: Type.Optional(oneOf(['open'])) },
  update: { state: Type.Optional(taskState('Changes along `allowed_transitions`.')) },
  ofWrites: assignmentWarnings,
  examples: {
    full: example,
    create: {
      name: example.name,
      assignment_group: example.assignment_group,
      depends_on: example.depends_on,
    },
    update: { state: 'done' },
  },
});

export const TaskSummary = schemas.Summary;
export const Task = schemas.Full;
export const TaskCreate = schemas.Create;
export type TaskCreate = Static<typeof TaskCreate>;
export const TaskUpdate = schemas.Update;
export type TaskUpdate = Static<typeof TaskUpdate>;

const name = Type.String({ minLength: 1, maxLength: 255 });

export const taskFilters = {
  assigned_to: Type.Optional(anyOf(name, 'E-mail address of the assignee.')),
  assignment_group: Type.Optional(anyOf(name, 'Name of the group.')),
  state: Type.Optional(anyOf(oneOf(states), 'State.')),
  request_id: Type.Optional(anyOf(ServiceRequestId, 'Id of the service request.')),
  ready: Type.Optional(
    oneOf(['true', 'false'], {
      description: 'Whether all tasks that it depends on are done or skipped.',
    }),
  ),
  created_after: Type.Optional(instant('Created after this time.')),
  created_before: Type.Optional(instant('Created before this time.')),
  updated_after: Type.Optional(instant('Updated after this time.')),
};
