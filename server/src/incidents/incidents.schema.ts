// The schemas follow the contract's names, types and rules.
import Type, { type Static } from 'typebox';
import { assignmentWarnings } from '../identity/index.ts';
import { anyOf, instant, searchParameter } from '../platform/http/output/pagination.ts';
import { idText, indexedText, nullable, object, oneOf } from '../platform/http/input/schema.ts';
import { priorities, priority, resource, shortDescription } from '../records/index.ts';
import { NextTarget, SlaTarget } from '../sla/index.ts';
import { phaseNames } from './sla/sla.clock.ts';
import { repliers } from './notes/notes.replies.ts';
import { states } from './incidents.states.ts';
import { clearedFields, slaFilters } from './triage/triage.names.ts';

const LONG_TEXT = 65_536;

const levels = ['high', 'medium', 'low'] as const;
export type Level = (typeof levels)[number];

const text = (maxLength: number, description: string) => Type.String({ maxLength, description });
const patternText = (pattern: string, example: string, description: string) =>
  Type.String({ pattern, example, description });

/** A note has at least one visible character. */
const noteText = (description: string) =>
  Type.String({ maxLength: LONG_TEXT, pattern: '\\S', description });

const holdReasons = [
  'awaiting_caller',
  'awaiting_change',
  'awaiting_problem',
  'awaiting_vendor',
] as const;

export const IncidentId = idText('Incident ids', {
  pattern: '^INC[0-9A-Z]{7}$',
  example: 'INC0000042',
  description: 'Assigned by the service: INC and seven characters.',
});

const required = {
  short_description: shortDescription,
};
const chosen = {
  priority,
};
/** Null clears these fields. */
const clearable = {
  description: nullable(text(LONG_TEXT, 'Full description in Markdown.')),
  category: nullable(indexedText({ maxLength: 255, description: 'Category.' })),
  subcategory: nullable(text(255, 'Subcategory within the category.')),
  impact: nullable(oneOf(levels, { description: 'How much is affected.' })),
  urgency: nullable(oneOf(levels, { description: 'How quickly it must be fixed.' })),
  assignment_group: nullable(
    indexedText({
      maxLength: 255,
      description: 'Name of the group that works on the incident.',
    }),
  ),
  assigned_to: nullable(
    indexedText({
      format: 'email',
      maxLength: 254,
      description: 'E-mail address of the assignee.',
    }),
  ),
  requester: nullable(
    indexedText({
      format: 'email',
      maxLength: 254,
      description:
        'E-mail address of the person who has the trouble, who sees the incident as their own. By default the caller, if a person. Requesters may name only themselves.',
    }),
  ),
  ci_id: nullable(patternText('^CI[0-9]{1,18}$', 'CI1042', 'Affected configuration item.')),
  parent_problem_id: nullable(
    patternText('^PRB[0-9A-Z]{7}$', 'PRB0000007', 'Problem that causes the incident.'),
  ),
  change_id: nullable(
    patternText('^CHG[0-9A-Z]{7}$', 'CHG0000012', 'Change that caused or fixes the incident.'),
  ),
  external_id: nullable(
    text(255, 'Your own id for the incident, unique among the incidents you opened.'),
  ),
  on_hold_reason: nullable(
    oneOf(holdReasons, {
      description: 'Why the incident is on hold; cleared when it leaves the state `on_hold`.',
    }),
  ),
  resolution: nullable(text(LONG_TEXT, 'How it was fixed; send it with state resolved.')),
};

export const Sla = object(
  {
    state: oneOf(phaseNames),
    target_seconds: Type.Integer(),
    elapsed_seconds: Type.Integer({
      description: 'Time that counts towards the target, up to `as_of`.',
    }),
    paused_seconds: Type.Integer({
      description: 'Time that does not count: on hold, or between resolution and reopening.',
    }),
    remaining_seconds: Type.Integer({ description: 'Negative after a breach.' }),
    warning_at: Type.String({
      format: 'date-time',
      description: 'When 75 % of the target is used.',
    }),
    breach_at: Type.String({ format: 'date-time' }),
    breached: Type.Boolean(),
    as_of: Type.String({
      format: 'date-time',
      description: 'When the seconds were calculated. They do not change the version.',
    }),
  },
  { title: 'Sla' },
);

const listedSlaFields = [
  'state',
  'remaining_seconds',
  'warning_at',
  'breach_at',
  'breached',
  'as_of',
] as const;
/** Lists include the clock on request. */
export const ListedSla = object(Type.Pick(Sla, listedSlaFields).properties, { title: 'ListedSla' });

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
  requester: 'anna.berg@example.com',
  ci_id: 'CI1042',
  sla_breach_at: '2026-11-15T17:30:00.000Z',
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:42:10.000Z',
  number: 'INC0000042',
  opened_by: 'monitoring@example.com',
  last_reply_by: 'requester',
  last_reply_at: '2026-11-15T09:41:00.000Z',
  parent_problem_id: null,
  change_id: 'CHG0000012',
  external_id: null,
  on_hold_reason: null,
  on_hold_until: null,
  resolution: null,
  resolved_at: null,
  closed_at: null,
  work_notes_count: 1,
  occurrences: 1,
  ai_suggested_resolution: '',
  ci: { id: 'CI1042', name: 'Checkout' },
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
  sla_targets: [
    {
      metric: 'resolution',
      policy: null,
      state: 'running',
      target_seconds: 28_800,
      elapsed_seconds: 730,
      remaining_seconds: 28_070,
      warning_at: '2026-11-15T15:30:00.000Z',
      breach_at: '2026-11-15T17:30:00.000Z',
      met_at: null,
    },
  ],
  version: 3,
};

const instantOrNull = nullable(Type.String({ format: 'date-time' }));

const holdEnd = nullable(
  Type.String({
    format: 'date-time',
    description:
      'When an incident on hold returns to `in_progress` by itself, at most 5 seconds late; null if it waits for somebody. Cleared when it leaves the state `on_hold`.',
  }),
);

export const toDuplicates = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      'Also send the public note to the requesters of the duplicates of the incident, each about their own.',
  }),
);

const forDuplicates = {
  to_duplicates: toDuplicates,
  resolve_linked: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'With the state resolved: a job also resolves the open duplicates of the incident, each through its own transitions.',
    }),
  ),
};

const schemas = resource({
  title: 'Incident',
  id: IncidentId,
  required,
  optional: { ...chosen, state: oneOf(states) },
  nullable: clearable,
  readOnly: {
    sla_breach_at: Type.String({
      format: 'date-time',
      description:
        'When the resolution target is breached. Keeps its value while the clock is paused.',
    }),
    number: Type.String({ description: 'The same as `id`.' }),
    opened_by: Type.String({ description: 'E-mail address of the opener.' }),
    last_reply_by: nullable(
      oneOf(repliers, {
        description:
          'Author of the last public note: `requester`, or `us` for somebody who may change incidents.',
      }),
    ),
    last_reply_at: instantOrNull,
    on_hold_until: holdEnd,
    merged_into: Type.Optional(
      Type.String({
        description:
          'The leader, if the incident is merged into another one as its duplicate and you may read that one. The duplicate then changes with its leader only.',
      }),
    ),
    sender_verified: Type.Optional(
      Type.Boolean({
        description:
          'False if the record was made by a mail whose sender is not verified; absent otherwise.',
      }),
    ),
    resolved_at: instantOrNull,
    closed_at: instantOrNull,
    work_notes_count: Type.Integer({ description: 'Work notes that you may read.' }),
    occurrences: Type.Integer({
      description:
        'How often inbound webhooks reported it under the same `dedup_key` while it was open.',
    }),
    ai_suggested_resolution: Type.String({ description: 'Empty until it is computed.' }),
    ci: nullable(
      object(
        { id: Type.String(), name: Type.String() },
        { description: 'The configuration item, if it is in the CMDB and you may read the CMDB.' },
      ),
    ),
    allowed_transitions: Type.Array(oneOf(states), {
      description: 'States that you can set now.',
    }),
    reopen_count: Type.Integer(),
    sla: Sla,
    sla_targets: Type.Array(SlaTarget, {
      description: 'The targets of the policy that applies, and the resolution.',
    }),
  },
  summary: [
    'short_description',
    'description',
    'priority',
    'state',
    'category',
    'subcategory',
    'impact',
    'urgency',
    'assignment_group',
    'assigned_to',
    'ci_id',
    'created_at',
    'updated_at',
    'sla_breach_at',
  ],
  ofWrites: {
    ...assignmentWarnings,
    job_id: Type.Optional(
      Type.String({
        description:
          'The job that `resolve_linked` or `to_duplicates` queued; absent if there is nothing to do.',
      }),
    ),
  },
  create: {
    state: Type.Optional(
      oneOf(['new'], { description: 'A new incident always has the state new.' }),
    ),
    notify_stakeholders: Type.Optional(
      Type.Boolean({
        description: 'Notify the assignee, the group and the owner of the CI by e-mail.',
      }),
    ),
  },
  update: {
    state: Type.Optional(
      oneOf(states, {
        description: 'The new state; `allowed_transitions` lists the allowed ones.',
      }),
    ),
    on_hold_until: Type.Optional(
      nullable(
        Type.String({
          format: 'date-time',
          description:
            'A time in the future at which the incident returns to `in_progress` by itself; with state `on_hold`, or while the incident is on hold. Null removes it.',
        }),
      ),
    ),
    work_note: Type.Optional(
      noteText('Added as a team work note together with the update, before `public_note`.'),
    ),
    public_note: Type.Optional(
      noteText(
        'Added as a public work note together with the update. Requesters may send it too, alone or with a transition that they may make.',
      ),
    ),
    ...forDuplicates,
  },
  custom: 'incident',
  examples: {
    full: example,
    create: {
      short_description: 'Checkout answers 502',
      priority: 'P2',
      category: 'software',
      assignment_group: 'Web Platform',
    },
    update: {
      state: 'in_progress',
      assigned_to: 'ada@example.com',
      work_note: 'Looking at the 09:20 deploy.',
    },
  },
});

/** A list shows the fields of the contract's first table. */
export const IncidentSummary = schemas.Summary;
export const Incident = schemas.Full;
/** Lists include these fields only on request. */
export const incidentMoreFields = {
  ...Type.Pick(Incident, [
    'version',
    'requester',
    'last_reply_by',
    'last_reply_at',
    'on_hold_reason',
    'on_hold_until',
    'resolved_at',
    'work_notes_count',
    'external_id',
  ]).properties,
  sla: ListedSla,
  next_target: NextTarget,
};
export type Incident = Static<typeof Incident>;
export const IncidentCreate = schemas.Create;
export type IncidentCreate = Static<typeof IncidentCreate>;
export const IncidentUpdate = schemas.Update;
export type IncidentUpdate = Static<typeof IncidentUpdate>;
export const IncidentDeleted = schemas.Deleted;

export const IncidentResolve = object(
  {
    resolution: noteText('How it was fixed.'),
    public_note: Type.Optional(noteText('Added as a public work note together with the update.')),
    ...forDuplicates,
  },
  {
    title: 'IncidentResolve',
    examples: [
      {
        resolution: 'Rolled back to the 09:05 build.',
        public_note: 'Orders go through again. Please write here if one still fails.',
      },
    ],
  },
);
export type IncidentResolve = Static<typeof IncidentResolve>;

const name = Type.String({ minLength: 1, maxLength: 255 });

export const incidentFilters = {
  q: searchParameter(['id', 'short_description', 'description', 'category']),
  state: Type.Optional(anyOf(oneOf(states), 'State.')),
  priority: Type.Optional(anyOf(oneOf(priorities), 'Priority.')),
  assignment_group: Type.Optional(anyOf(name, 'Name of the group.')),
  assigned_to: Type.Optional(anyOf(name, 'E-mail address of the assignee.')),
  category: Type.Optional(anyOf(name, 'Category.')),
  opened_by: Type.Optional(anyOf(name, 'E-mail address of the opener.')),
  requester: Type.Optional(anyOf(name, 'E-mail address of the requester.')),
  last_reply: Type.Optional(anyOf(oneOf(repliers), 'Author of the last public note.')),
  ci_id: Type.Optional(anyOf(name, 'Configuration item.')),
  change_id: Type.Optional(anyOf(name, 'Change.')),
  external_id: Type.Optional(anyOf(name, 'Your own id for the incident.')),
  created_after: Type.Optional(instant('Created after this time.')),
  created_before: Type.Optional(instant('Created before this time.')),
  updated_after: Type.Optional(
    instant(
      'Updated after this time. With sort=updated_at&order=asc it returns the updates since your last request.',
    ),
  ),
  updated_before: Type.Optional(instant('Updated before this time.')),
  resolved_after: Type.Optional(instant('Resolved after this time, and not reopened since.')),
  resolved_before: Type.Optional(instant('Resolved before this time, and not reopened since.')),
  without: Type.Optional(
    anyOf(
      oneOf(clearedFields),
      'Fields that are null. `merged_into` leaves out the duplicates that are merged into another incident, also beside other fields.',
    ),
  ),
  sla: Type.Optional(
    anyOf(
      oneOf(slaFilters),
      'State of the SLA clock. `breached`: as `sla.breached` of the incident, also of stopped clocks, so combine it with `state`. `at_risk`: running, 75 % or more of the target used, not breached. `paused`: on hold, or merged into another incident.',
    ),
  ),
};
