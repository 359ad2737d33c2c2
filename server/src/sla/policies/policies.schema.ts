import Type, { type Static } from 'typebox';
import { CalendarId } from '../../calendars/index.ts';
import { Condition } from '../../conditions/index.ts';
import { anyOf } from '../../platform/http/output/pagination.ts';
import { idText, nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { slaTypes } from '../../platform/runtime/sla-definitions.ts';
import { priorities, resource } from '../../records/index.ts';
import { holdReasons } from '../clocks/ledger.ts';

export const MAX_POLICIES = 100;

export const PolicyId = idText('SLA policy ids', {
  pattern: '^slp_[0-9a-f]{32}$',
  example: 'slp_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
});

const YEAR_SECONDS = 31_536_000;
const seconds = Type.Optional(Type.Integer({ minimum: 60, maximum: YEAR_SECONDS }));
const ofPriorities = (description: string) =>
  Type.Optional(
    object(Object.fromEntries(priorities.map((one) => [one, seconds])), { description }),
  );
const reasons = (description: string) =>
  Type.Optional(
    Type.Array(oneOf(holdReasons), {
      maxItems: holdReasons.length,
      uniqueItems: true,
      description,
    }),
  );

const Targets = object(
  {
    first_response: ofPriorities('Until the first public note of an agent.'),
    update: ofPriorities('Between public notes of agents, while it is our turn.'),
    resolution: ofPriorities('Until the record is resolved, or a service request fulfilled.'),
  },
  {
    description:
      'Seconds of open time by priority. A metric without a value for the priority of a record has no clock; the resolution of an incident then has the target of the settings, round the clock.',
  },
);

const Pause = object(
  {
    first_response: reasons('By default none.'),
    update: reasons('By default `awaiting_caller`.'),
    resolution: reasons('By default all.'),
  },
  {
    description:
      'Reasons of a hold that pause each clock. A hold without a reason pauses the clocks that all reasons pause.',
  },
);

const example = {
  id: 'slp_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
  name: 'Office hours of Munich',
  record_type: 'incident',
  position: 20,
  when: { all: [{ field: 'priority', operator: 'in', value: ['P2', 'P3', 'P4'] }] },
  calendar_id: 'cal_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
  targets: {
    first_response: { P2: 3600, P3: 14_400 },
    resolution: { P2: 28_800, P3: 86_400, P4: 259_200 },
  },
  pause: {
    first_response: [],
    update: ['awaiting_caller'],
    resolution: [...holdReasons],
  },
  active: true,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
  version: 1,
};

const name = Type.String({ maxLength: 100, pattern: '\\S' });
const required = {
  name,
  record_type: oneOf(slaTypes, { description: 'Records of this type. Never changed.' }),
  targets: Targets,
};
const optional = {
  when: Condition,
  position: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    description:
      'Policies are tried in this order, and the first whose condition holds applies. By default after all others.',
  }),
  pause: Pause,
  active: Type.Boolean({ description: 'False: the policy applies to no record.' }),
};
const calendar_id = nullable(
  Type.Unsafe<string>({ ...CalendarId, description: 'Hours that count; null: round the clock.' }),
);

const schemas = resource({
  title: 'SlaPolicy',
  id: PolicyId,
  required,
  optional,
  nullable: { calendar_id },
  readOnly: {},
  summary: [
    'name',
    'record_type',
    'position',
    'when',
    'calendar_id',
    'targets',
    'pause',
    'active',
    'created_at',
    'updated_at',
  ],
  isDeletable: false,
  update: { record_type: Type.Optional(required.record_type) },
  examples: {
    full: example,
    create: {
      name: example.name,
      record_type: example.record_type,
      when: example.when,
      calendar_id: example.calendar_id,
      targets: example.targets,
    },
    update: { position: 10 },
  },
});

export const Policy = schemas.Full;
export type Policy = Static<typeof Policy>;
export const PolicySummary = schemas.Summary;
export const PolicyCreate = schemas.Create;
export type PolicyCreate = Static<typeof PolicyCreate>;
export const PolicyUpdate = schemas.Update;
export type PolicyUpdate = Static<typeof PolicyUpdate>;
export const PolicyDeleted = schemas.Deleted;

export const policyFilters = {
  record_type: Type.Optional(anyOf(oneOf(slaTypes), 'Type of the records.')),
  active: Type.Optional(oneOf(['true', 'false'], { description: 'Whether the policy applies.' })),
};

/** A policy that is not saved; `id` is that of the one it would replace. */
export const PolicyPreview = object(
  {
    id: Type.Optional(PolicyId),
    ...required,
    name: Type.Optional(name),
    ...Type.Partial(Type.Object(optional)).properties,
    calendar_id: Type.Optional(calendar_id),
  },
  {
    title: 'SlaPolicyPreview',
    examples: [
      {
        record_type: example.record_type,
        when: example.when,
        calendar_id: example.calendar_id,
        targets: example.targets,
      },
    ],
  },
);
export type PolicyPreview = Static<typeof PolicyPreview>;
