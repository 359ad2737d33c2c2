import Type, { type Static } from 'typebox';
import { assignmentWarnings } from '../identity/index.ts';
import { idText, nullable, object, oneOf } from '../platform/http/input/schema.ts';
import { anyOf, instant, searchParameter } from '../platform/http/output/pagination.ts';
import { decidableParameter, priority, resource, shortDescription } from '../records/index.ts';
import { states } from './changes.states.ts';

const LONG_TEXT = 65_536;
const MAX_RELATED = 100;

const types = ['normal', 'standard', 'emergency'] as const;
export type ChangeType = (typeof types)[number];
const levels = ['low', 'medium', 'high'] as const;
export type Risk = (typeof levels)[number];
const decisions = ['approved', 'rejected'] as const;
export type Decision = (typeof decisions)[number];

const text = (maxLength: number, description: string) => Type.String({ maxLength, description });
const email = (description: string) =>
  Type.String({ format: 'email', maxLength: 254, description });
const ids = (pattern: string, example: string, description: string) =>
  Type.Array(Type.String({ pattern, example }), {
    uniqueItems: true,
    maxItems: MAX_RELATED,
    description,
  });
const time = (description: string) =>
  nullable(
    Type.String({ format: 'date-time', description: `${description} Null if not planned.` }),
  );

export const ChangeId = idText('Change ids', {
  pattern: '^CHG[0-9A-Z]{7}$',
  example: 'CHG0000012',
  description: 'Assigned by the service: CHG and seven characters.',
});

const required = {
  short_description: shortDescription,
};
const chosen = {
  risk: oneOf(levels, {
    description: 'Determines how many approvals are needed. Defaults to medium.',
  }),
  priority,
  ci_ids: ids('^CI[0-9]{1,18}$', 'CI1042', 'Configuration items that are changed.'),
  incident_ids: ids('^INC[0-9A-Z]{7}$', 'INC0000042', 'Incidents that the change caused or fixes.'),
};
const clearable = {
  description: nullable(text(LONG_TEXT, 'Full description in Markdown.')),
  impact: nullable(oneOf(levels, { description: 'How much is affected.' })),
  assignment_group: nullable(text(255, 'Name of the group that implements the change.')),
  assigned_to: nullable(email('E-mail address of the assignee.')),
  implementation_plan: nullable(text(LONG_TEXT, 'The steps, in Markdown.')),
  backout_plan: nullable(text(LONG_TEXT, 'How to undo the change, in Markdown.')),
  test_plan: nullable(text(LONG_TEXT, 'How to verify the change, in Markdown.')),
};
const planned = {
  planned_start_at: time('Start of the planned window.'),
  planned_end_at: time('End of the planned window, after its start.'),
};
const type = oneOf(types, {
  description:
    'A standard change follows a template and is approved at once. Defaults to standard if `template` is sent, else to normal.',
});

const { incident_ids: _, ...reusable } = chosen;
/** A template of standard changes can set these fields; every change has its own short_description. */
export const ChangeDefaults = Type.Partial(object({ ...reusable, ...clearable }), {
  title: 'ChangeDefaults',
  additionalProperties: false,
});

const Approval = object(
  {
    approver: Type.String({ description: 'E-mail address of the approver.' }),
    decision: oneOf(decisions),
    comment: nullable(Type.String()),
    at: Type.String({ format: 'date-time' }),
  },
  { title: 'ChangeApproval' },
);
export type Approval = Static<typeof Approval>;

export const Conflict = object(
  {
    kind: oneOf(['overlap', 'freeze']),
    change_id: Type.Optional(
      Type.String({ description: 'The other change, if the kind is overlap.' }),
    ),
    ci_id: Type.Optional(
      Type.String({ description: 'The shared CI, or the CI whose class is frozen.' }),
    ),
    freeze: Type.Optional(
      Type.String({ description: 'Name of the freeze, if the kind is freeze.' }),
    ),
    planned_start_at: Type.String({
      format: 'date-time',
      description: 'Start of the other window or of the freeze.',
    }),
    planned_end_at: Type.String({ format: 'date-time' }),
  },
  { title: 'ChangeConflict' },
);
export type Conflict = Static<typeof Conflict>;

export const conflictsSchema = Type.Array(Conflict, {
  description:
    'Unfinished changes whose windows overlap on a shared CI, at most 50 of them, and freezes. Computed when the change is read; not part of its version, and ignored when sent back.',
});

const example = {
  id: 'CHG0000012',
  short_description: 'Upgrade the checkout database',
  description: null,
  type: 'normal',
  state: 'submitted',
  risk: 'high',
  impact: 'medium',
  priority: 'P3',
  assignment_group: 'Web Platform',
  assigned_to: 'ada@example.com',
  requested_by: 'ben@example.com',
  ci_ids: ['CI1042'],
  incident_ids: [],
  planned_start_at: '2026-11-21T22:00:00.000Z',
  planned_end_at: '2026-11-21T23:30:00.000Z',
  implementation_plan: 'Switch to the replica, upgrade, switch back.',
  backout_plan: 'Stay on the replica.',
  test_plan: 'Place an order.',
  template: null,
  approvals: [
    {
      approver: 'cleo@example.com',
      decision: 'approved',
      comment: 'Not before 22:00.',
      at: '2026-11-15T10:02:00.000Z',
    },
  ],
  conflicts: [
    {
      kind: 'overlap',
      change_id: 'CHG0000009',
      ci_id: 'CI1042',
      planned_start_at: '2026-11-21T23:00:00.000Z',
      planned_end_at: '2026-11-22T01:00:00.000Z',
    },
  ],
  work_notes_count: 0,
  allowed_transitions: ['cancelled'],
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T10:02:00.000Z',
  version: 2,
} as const;
export { example as changeExample };

const template = 'Name of the template of a standard change.';

const schemas = resource({
  title: 'Change',
  id: ChangeId,
  required,
  optional: { type, state: oneOf(states), ...chosen },
  nullable: { ...clearable, ...planned },
  readOnly: {
    requested_by: Type.String({
      description: 'E-mail address of the user who created the change.',
    }),
    template: nullable(Type.String({ description: template })),
    approvals: Type.Array(Approval, {
      description:
        'The decision of each approver since the change was last submitted, oldest first.',
    }),
    conflicts: conflictsSchema,
    work_notes_count: Type.Integer({ description: 'Work notes that you may read.' }),
    allowed_transitions: Type.Array(oneOf(states), {
      description: 'States that you can set now by PATCH.',
    }),
  },
  summary: [
    'short_description',
    'description',
    'type',
    'state',
    'risk',
    'impact',
    'priority',
    'assignment_group',
    'assigned_to',
    'requested_by',
    'ci_ids',
    'incident_ids',
    'planned_start_at',
    'planned_end_at',
    'created_at',
    'updated_at',
  ],
  create: {
    state: Type.Optional(
      oneOf(['draft', 'submitted'], {
        description: 'Defaults to submitted. A standard change that is not a draft is approved.',
      }),
    ),
    template: Type.Optional(text(255, `${template} Required for a standard change.`)),
  },
  update: {
    state: Type.Optional(
      oneOf(states, {
        description: 'The new state; `allowed_transitions` lists the allowed ones.',
      }),
    ),
  },
  ofWrites: assignmentWarnings,
  isDeletable: false,
  custom: 'change',
  examples: {
    full: example,
    create: {
      short_description: example.short_description,
      risk: 'high',
      ci_ids: ['CI1042'],
      planned_start_at: example.planned_start_at,
      planned_end_at: example.planned_end_at,
    },
    update: { state: 'scheduled', assigned_to: 'ada@example.com' },
  },
});

export const ChangeSummary = schemas.Summary;
export const Change = schemas.Full;
export type Change = Static<typeof Change>;
export const ChangeCreate = schemas.Create;
export type ChangeCreate = Static<typeof ChangeCreate>;
export const ChangeUpdate = schemas.Update;
export type ChangeUpdate = Static<typeof ChangeUpdate>;

export const ChangeDecision = object(
  { comment: Type.Optional(nullable(text(LONG_TEXT, 'The reason, in Markdown.'))) },
  { title: 'ChangeDecision', examples: [{ comment: 'Not before 22:00.' }] },
);
export type ChangeDecision = Static<typeof ChangeDecision>;

const name = Type.String({ minLength: 1, maxLength: 255 });

export const changeFilters = {
  q: searchParameter(['id', 'short_description', 'description']),
  state: Type.Optional(anyOf(oneOf(states), 'State.')),
  type: Type.Optional(anyOf(oneOf(types), 'Type.')),
  risk: Type.Optional(anyOf(oneOf(levels), 'Risk.')),
  assignment_group: Type.Optional(anyOf(name, 'Name of the group.')),
  assigned_to: Type.Optional(anyOf(name, 'E-mail address of the assignee.')),
  requested_by: Type.Optional(anyOf(name, 'E-mail address of the requester.')),
  decidable: decidableParameter,
  ci_id: Type.Optional(anyOf(name, 'Configuration item among `ci_ids`.')),
  planned_after: Type.Optional(instant('The planned window begins after this time.')),
  planned_before: Type.Optional(instant('The planned window begins before this time.')),
  created_after: Type.Optional(instant('Created after this time.')),
  created_before: Type.Optional(instant('Created before this time.')),
  updated_after: Type.Optional(instant('Updated after this time.')),
};
