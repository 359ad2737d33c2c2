import Type, { type Static } from 'typebox';
import { CalendarId } from '../../calendars/index.ts';
import { Condition } from '../../conditions/index.ts';
import { anyOf } from '../../platform/http/output/pagination.ts';
import { idText, nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { automatedTypes, dueSince, ruleTriggers } from '../../platform/runtime/rule-definitions.ts';
import { resource } from '../../records/index.ts';
import { Actions } from '../actions/actions.schema.ts';

export const MAX_RULES = 200;

export const RuleId = idText('Rule ids', {
  pattern: '^rul_[0-9a-f]{32}$',
  example: 'rul_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
});

const YEAR_SECONDS = 31_536_000;

const Due = object(
  {
    after_seconds: Type.Integer({ minimum: 60, maximum: YEAR_SECONDS }),
    calendar_id: Type.Optional(
      nullable(
        Type.Unsafe<string>({
          ...CalendarId,
          description: 'Hours that count; null: round the clock.',
        }),
      ),
    ),
    since: oneOf(dueSince, {
      description:
        'When the time begins: at the creation of the record, at its last update, or when it came to its state.',
    }),
  },
  {
    description:
      'With `on` `due`: the rule runs once when a record has met the condition and this time has passed. It can run again after the record has left the condition.',
  },
);

const example = {
  id: 'rul_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
  name: 'Network incidents to the network team',
  record_type: 'incident',
  position: 10,
  on: 'created',
  when: { all: [{ field: 'category', operator: 'eq', value: 'network' }] },
  due: null,
  actions: [
    { assign: { to: 'round_robin', group: 'Network' } },
    { add_note: { visibility: 'team', text: 'Check the status of {{ ci_id }} first.' } },
  ],
  stop: false,
  active: true,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
  version: 1,
};

const name = Type.String({ maxLength: 100, pattern: '\\S' });
const required = {
  name,
  record_type: oneOf(automatedTypes, { description: 'Records of this type. Never changed.' }),
  on: oneOf(ruleTriggers, {
    description:
      '`created`: a record is created. `updated`: a field of a record changes. `noted`: a note is added. `due`: time has passed, see `due`.',
  }),
  actions: Actions,
};
const optional = {
  when: Condition,
  position: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    description: 'Rules run in this order. By default after all others.',
  }),
  stop: Type.Boolean({
    description: 'True: if the rule runs, no later one runs in the same update.',
  }),
  active: Type.Boolean({ description: 'False: the rule never runs.' }),
};

const due = nullable(Due as unknown as Type.TUnsafe<Static<typeof Due>>);

const schemas = resource({
  title: 'Rule',
  id: RuleId,
  required,
  optional,
  nullable: { due },
  readOnly: {},
  summary: [
    'name',
    'record_type',
    'position',
    'on',
    'when',
    'due',
    'actions',
    'stop',
    'active',
    'created_at',
    'updated_at',
  ],
  isDeletable: false,
  update: {
    record_type: Type.Optional(required.record_type),
    on: Type.Optional(required.on),
    actions: Type.Optional(required.actions),
  },
  examples: {
    full: example,
    create: {
      name: example.name,
      record_type: example.record_type,
      on: example.on,
      when: example.when,
      actions: example.actions,
    },
    update: { position: 20 },
  },
});

export const Rule = schemas.Full;
export type Rule = Static<typeof Rule>;
export const RuleSummary = schemas.Summary;
export const RuleCreate = schemas.Create;
export type RuleCreate = Static<typeof RuleCreate>;
export const RuleUpdate = schemas.Update;
export type RuleUpdate = Static<typeof RuleUpdate>;
export const RuleDeleted = schemas.Deleted;

export const ruleFilters = {
  record_type: Type.Optional(anyOf(oneOf(automatedTypes), 'Type of the records.')),
  on: Type.Optional(
    anyOf(oneOf(ruleTriggers), 'Kind of the writes on which the rule runs, or `due`.'),
  ),
  active: Type.Optional(oneOf(['true', 'false'], { description: 'Whether the rule runs.' })),
};

/** A rule that is not saved; `id` is that of the one it would replace. */
export const PreviewedRule = object(
  {
    id: Type.Optional(RuleId),
    ...required,
    name: Type.Optional(name),
    ...Type.Partial(Type.Object(optional)).properties,
    due: Type.Optional(due),
  },
  { title: 'PreviewedRule' },
);
export type PreviewedRule = Static<typeof PreviewedRule>;
