// What an incident is on the wire. The interface's names, types and rules, field by field.
import Type, { type Static } from 'typebox';
import { anyOf, instant } from '../platform/http/output/pagination.ts';
import { deletedSchema, nullable, object, oneOf } from '../platform/http/input/schema.ts';
import { levels, priorities } from './incidents.priority.ts';
import { phaseNames } from './sla/sla.clock.ts';
import { states } from './incidents.states.ts';

const LONG_TEXT = 65_536;

const text = (maxLength: number, description: string) => Type.String({ maxLength, description });
const formed = (pattern: string, example: string, description: string) =>
  Type.String({ pattern, example, description });
const email = (description: string) =>
  Type.String({ format: 'email', maxLength: 254, description });

const holdReasons = [
  'awaiting_caller',
  'awaiting_change',
  'awaiting_problem',
  'awaiting_vendor',
] as const;

export const IncidentId = formed(
  '^INC[0-9A-Z]{7}$',
  'INC0000042',
  'Given by the service: INC and seven characters.',
);

const required = {
  short_description: Type.String({
    maxLength: 255,
    pattern: '\\S',
    description: 'One-line summary.',
  }),
};
const chosen = {
  priority: oneOf(priorities, { description: 'P1 is the most urgent. P3 when none is given.' }),
};
/** Fields that null clears. */
const clearable = {
  description: nullable(text(LONG_TEXT, 'Full description in Markdown.')),
  category: nullable(text(255, 'Category.')),
  subcategory: nullable(text(255, 'Subcategory within the category.')),
  impact: nullable(oneOf(levels, { description: 'How much is affected.' })),
  urgency: nullable(oneOf(levels, { description: 'How soon it must be mended.' })),
  assignment_group: nullable(text(255, 'Name of the group that works on it.')),
  assigned_to: nullable(email('E-mail address of the assignee.')),
  ci_id: nullable(formed('^CI[0-9]{1,18}$', 'CI1042', 'Configuration item it is about.')),
  parent_problem_id: nullable(formed('^PRB[0-9A-Z]{7}$', 'PRB0000007', 'Problem behind it.')),
  change_id: nullable(formed('^CHG[0-9A-Z]{7}$', 'CHG0000012', 'Change that caused or mends it.')),
  external_id: nullable(text(255, 'Your own id for it, unique among the incidents you opened.')),
  on_hold_reason: nullable(
    oneOf(holdReasons, { description: 'Why it waits; cleared when work goes on.' }),
  ),
  resolution: nullable(text(LONG_TEXT, 'What mended it; give it with state resolved.')),
};

const given = {
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
  sla_breach_at: Type.String({
    format: 'date-time',
    description: 'When the resolution target is missed. Keeps its value while the clock is paused.',
  }),
};

const {
  description,
  category,
  subcategory,
  impact,
  urgency,
  assignment_group,
  assigned_to,
  ci_id,
} = clearable;

/** An incident in a list: the fields of the interface's first table. */
export const IncidentSummary = object(
  {
    id: IncidentId,
    ...required,
    description,
    ...chosen,
    state: oneOf(states),
    category,
    subcategory,
    impact,
    urgency,
    assignment_group,
    assigned_to,
    ci_id,
    ...given,
  },
  { title: 'IncidentSummary' },
);

export const Sla = object(
  {
    state: oneOf(phaseNames),
    target_seconds: Type.Integer(),
    elapsed_seconds: Type.Integer({ description: 'Time that counted, up to `as_of`.' }),
    paused_seconds: Type.Integer({
      description: 'Time that did not count: on hold, or resolved before it was reopened.',
    }),
    remaining_seconds: Type.Integer({ description: 'Negative after a breach.' }),
    warning_at: Type.String({
      format: 'date-time',
      description: 'When 75 % of the target is used up.',
    }),
    breach_at: Type.String({ format: 'date-time' }),
    breached: Type.Boolean(),
    as_of: Type.String({
      format: 'date-time',
      description: 'When the seconds were counted. They do not change the version.',
    }),
  },
  { title: 'Sla' },
);

const example = {
  id: 'INC0000042',
  short_description: 'Checkout answers 502',
  description: 'Since the 09:20 deploy about one order in five fails.',
  priority: 'P2',
  state: 'in_progress',
  category: 'software',
  subcategory: 'web',
  impact: 'high',
  urgency: 'medium',
  assignment_group: 'Web Platform',
  assigned_to: 'ada@example.com',
  ci_id: 'CI1042',
  sla_breach_at: '2026-11-15T17:30:00.000Z',
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:42:10.000Z',
  number: 'INC0000042',
  opened_by: 'monitoring@example.com',
  parent_problem_id: null,
  change_id: 'CHG0000012',
  external_id: null,
  on_hold_reason: null,
  resolution: null,
  resolved_at: null,
  closed_at: null,
  work_notes_count: 1,
  occurrences: 1,
  ai_suggested_resolution: '',
  ci: null,
  allowed_transitions: ['resolved', 'on_hold'],
  reopen_count: 0,
  sla: {
    state: 'running',
    target_seconds: 28_800,
    elapsed_seconds: 730,
    paused_seconds: 0,
    remaining_seconds: 28_070,
    warning_at: '2026-11-15T15:30:00.000Z',
    breach_at: '2026-11-15T17:30:00.000Z',
    breached: false,
    as_of: '2026-11-15T09:42:10.000Z',
  },
  version: 3,
};

export const Incident = object(
  {
    ...IncidentSummary.properties,
    number: Type.String({ description: 'The same as `id`.' }),
    opened_by: Type.String({ description: 'E-mail address of who opened it.' }),
    parent_problem_id: clearable.parent_problem_id,
    change_id: clearable.change_id,
    external_id: clearable.external_id,
    on_hold_reason: clearable.on_hold_reason,
    resolution: clearable.resolution,
    resolved_at: nullable(Type.String({ format: 'date-time' })),
    closed_at: nullable(Type.String({ format: 'date-time' })),
    work_notes_count: Type.Integer({ description: 'Work notes that you may read.' }),
    occurrences: Type.Integer({
      description:
        'How often it was reported by inbound webhooks under one dedup_key while it was open.',
    }),
    ai_suggested_resolution: Type.String({ description: 'Empty until it has been computed.' }),
    ci: nullable(
      object(
        { id: Type.String(), name: Type.String() },
        { description: 'The configuration item, once the CMDB knows it.' },
      ),
    ),
    allowed_transitions: Type.Array(oneOf(states), {
      description: 'States you may move it to now.',
    }),
    reopen_count: Type.Integer(),
    sla: Sla,
    version: Type.Integer({ description: 'Raised by every change; the ETag.' }),
    deleted: Type.Optional(
      Type.Literal(true, { description: 'Only on a deleted record, read with include_deleted.' }),
    ),
    deleted_at: Type.Optional(Type.String({ format: 'date-time' })),
    deleted_by: Type.Optional(Type.String()),
  },
  { title: 'Incident', examples: [example] },
);
export type Incident = Static<typeof Incident>;

const writable = { ...required, ...chosen, ...clearable };
const isWritable = (name: string) => name in writable || name === 'state';
const readOnly = Object.keys(Incident.properties).filter((name) => !isWritable(name));

export const IncidentCreate = object(
  {
    ...required,
    ...Type.Partial(Type.Object({ ...chosen, ...clearable })).properties,
    state: Type.Optional(oneOf(['new'], { description: 'An incident begins as new.' })),
    notify_stakeholders: Type.Optional(
      Type.Boolean({
        description: 'Tell the assignee, the group and the owner of the CI by e-mail.',
      }),
    ),
  },
  {
    title: 'IncidentCreate',
    'x-read-only': readOnly,
    examples: [
      {
        short_description: 'Checkout answers 502',
        priority: 'P2',
        category: 'software',
        assignment_group: 'Web Platform',
      },
    ],
  },
);
export type IncidentCreate = Static<typeof IncidentCreate>;

export const IncidentUpdate = object(
  {
    ...Type.Partial(Type.Object(writable)).properties,
    state: Type.Optional(
      oneOf(states, {
        description: 'Moves as the state table allows; `allowed_transitions` names them.',
      }),
    ),
    work_note: Type.Optional(
      Type.String({
        maxLength: LONG_TEXT,
        pattern: '\\S',
        description: 'Recorded as a team work note, together with the change.',
      }),
    ),
  },
  {
    title: 'IncidentUpdate',
    minProperties: 1,
    'x-read-only': readOnly,
    examples: [
      {
        state: 'in_progress',
        assigned_to: 'ada@example.com',
        work_note: 'Looking at the 09:20 deploy.',
      },
    ],
  },
);
export type IncidentUpdate = Static<typeof IncidentUpdate>;

export const IncidentDeleted = deletedSchema(IncidentId, 'IncidentDeleted');

const name = Type.String({ minLength: 1, maxLength: 255 });

export const incidentFilters = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Words to look for in id, short_description, description and category. All must occur; "…" is a phrase, `or` an alternative, - excludes. The sort holds; `total` is exact up to 10,000.',
    }),
  ),
  state: Type.Optional(anyOf(oneOf(states), 'State.')),
  priority: Type.Optional(anyOf(oneOf(priorities), 'Priority.')),
  assignment_group: Type.Optional(anyOf(name, 'Name of the group.')),
  assigned_to: Type.Optional(anyOf(name, 'E-mail address of the assignee.')),
  category: Type.Optional(anyOf(name, 'Category.')),
  opened_by: Type.Optional(anyOf(name, 'E-mail address of who opened it.')),
  ci_id: Type.Optional(anyOf(name, 'Configuration item.')),
  change_id: Type.Optional(anyOf(name, 'Change.')),
  external_id: Type.Optional(anyOf(name, 'Your own id for it.')),
  created_after: Type.Optional(instant('Created after this time.')),
  created_before: Type.Optional(instant('Created before this time.')),
  updated_after: Type.Optional(
    instant(
      'Changed after this time: with sort=updated_at&order=asc, what is new since you last asked.',
    ),
  ),
  updated_before: Type.Optional(instant('Changed before this time.')),
};
