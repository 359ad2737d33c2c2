import Type, { type Static } from 'typebox';
import { assignmentWarnings } from '../identity/index.ts';
import { idText, nullable, object, oneOf } from '../platform/http/input/schema.ts';
import { anyOf, instant, searchParameter } from '../platform/http/output/pagination.ts';
import { decidableParameter, priority, resource, shortDescription } from '../records/index.ts';
import { NextTarget, SlaTarget } from '../sla/index.ts';
import { exampleOrder, orderCreate, orderFaults, orderFields } from './orders/orders.schema.ts';
import { states } from './requests.states.ts';

const LONG_TEXT = 65_536;

const text = (maxLength: number, description: string) => Type.String({ maxLength, description });
const email = (description: string) =>
  Type.String({ format: 'email', maxLength: 254, description });
const timeOrNull = (description: string) =>
  nullable(Type.String({ format: 'date-time', description }));

export const ServiceRequestId = idText('Ids of service requests', {
  pattern: '^REQ[0-9A-Z]{7}$',
  example: 'REQ0000031',
  description: 'Assigned by the service: REQ and seven characters.',
});

export const example = {
  id: 'REQ0000031',
  short_description: 'Laptop for a new colleague',
  description: 'Starts on 1 December.',
  item: 'Laptop 14"',
  priority: 'P3',
  state: 'approved',
  requested_by: 'ben@example.com',
  requested_for: 'cleo@example.com',
  assignment_group: 'Workplace',
  assigned_to: null,
  due_at: '2026-11-30T12:00:00.000Z',
  decided_by: 'ada@example.com',
  decided_at: '2026-11-15T09:42:10.000Z',
  decision_comment: 'Within the budget.',
  fulfilled_at: null,
  ...exampleOrder,
  work_notes_count: 0,
  allowed_transitions: ['fulfilled', 'cancelled'],
  sla_targets: [],
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:42:10.000Z',
  version: 2,
};

const schemas = resource({
  title: 'ServiceRequest',
  id: ServiceRequestId,
  required: {
    short_description: shortDescription,
  },
  optional: {
    priority,
  },
  nullable: {
    description: nullable(text(LONG_TEXT, 'Full description in Markdown.')),
    item: nullable(text(255, 'The item or service that is requested.')),
    requested_for: nullable(
      email(
        'E-mail address of the person it is for, who may read it too. Null means the requester.',
      ),
    ),
    assignment_group: nullable(text(255, 'Name of the group that fulfils the service request.')),
    assigned_to: nullable(email('E-mail address of the assignee.')),
    due_at: timeOrNull('When it is needed.'),
  },
  readOnly: {
    state: oneOf(states, {
      description: 'Changed by the actions approve, reject, fulfil and cancel, not by PATCH.',
    }),
    requested_by: Type.String({
      description: 'E-mail address of the requester, who created the service request.',
    }),
    decided_by: nullable(Type.String({ description: 'E-mail address of the approver.' })),
    decided_at: timeOrNull('When it was approved or rejected.'),
    decision_comment: nullable(Type.String({ description: 'Comment of the approver.' })),
    fulfilled_at: timeOrNull('When it was fulfilled.'),
    ...orderFields,
    sender_verified: Type.Optional(
      Type.Boolean({
        description:
          'False if the record was made by a mail whose sender is not verified; absent otherwise.',
      }),
    ),
    work_notes_count: Type.Integer({ description: 'Work notes that you may read.' }),
    allowed_transitions: Type.Array(oneOf(states), {
      description: 'States that you can set now, each by its action.',
    }),
    sla_targets: Type.Array(SlaTarget, {
      description: 'The targets of the SLA policy that applies; empty without one.',
    }),
  },
  summary: [
    'short_description',
    'item',
    'priority',
    'state',
    'requested_by',
    'requested_for',
    'assignment_group',
    'assigned_to',
    'due_at',
    'created_at',
    'updated_at',
  ],
  create: orderCreate,
  createRule: orderFaults,
  ofWrites: assignmentWarnings,
  custom: 'request',
  examples: {
    full: example,
    create: {
      short_description: example.short_description,
      item: example.item,
      requested_for: example.requested_for,
      due_at: example.due_at,
    },
    update: { assignment_group: 'Workplace', assigned_to: 'ada@example.com' },
  },
});

export const ServiceRequestSummary = schemas.Summary;
export const ServiceRequest = schemas.Full;
export const ServiceRequestCreate = schemas.Create;
export type ServiceRequestCreate = Static<typeof ServiceRequestCreate>;
/** Lists include these fields only on request. */
export const serviceRequestMoreFields = {
  next_target: NextTarget,
  item_id: orderFields.item_id,
  progress: orderFields.progress,
};
export const ServiceRequestUpdate = schemas.Update;
export type ServiceRequestUpdate = Static<typeof ServiceRequestUpdate>;

export const Decision = object(
  { comment: Type.Optional(text(LONG_TEXT, 'Shown as `decision_comment`.')) },
  { title: 'ServiceRequestDecision', examples: [{ comment: 'Within the budget.' }] },
);
export type Decision = Static<typeof Decision>;

const name = Type.String({ minLength: 1, maxLength: 255 });

export const serviceRequestFilters = {
  q: searchParameter(['id', 'short_description', 'description', 'item']),
  state: Type.Optional(anyOf(oneOf(states), 'State.')),
  requested_by: Type.Optional(anyOf(name, 'E-mail address of the requester.')),
  decidable: decidableParameter,
  own: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'If true, lists only service requests that you created or that are for you.',
    }),
  ),
  created_after: Type.Optional(instant('Created after this time.')),
  created_before: Type.Optional(instant('Created before this time.')),
  updated_after: Type.Optional(
    instant(
      'Updated after this time. With sort=updated_at&order=asc it returns the updates since your last request.',
    ),
  ),
};
