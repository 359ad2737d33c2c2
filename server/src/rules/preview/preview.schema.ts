import Type, { type Static } from 'typebox';
import { FieldDiffSchema } from '../../events/index.ts';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { ruleTriggers } from '../../platform/runtime/rule-definitions.ts';
import { PreviewedRule } from '../definitions/rules.schema.ts';

export const MAX_EVENTS = 10_000;
export const MAX_SAMPLE = 100;

const rule = {
  name: 'Network incidents to the network team',
  record_type: 'incident',
  on: 'created',
  when: { all: [{ field: 'category', operator: 'eq', value: 'network' }] },
  actions: [{ assign: { to: 'round_robin', group: 'Network' } }],
};

export const RulePreview = object(
  {
    rule: PreviewedRule,
    since: Type.String({
      format: 'date-time',
      description: `The newest ${MAX_EVENTS} creations and updates after this time are tried.`,
    }),
  },
  { title: 'RulePreview', examples: [{ rule, since: '2026-10-15T00:00:00Z' }] },
);
export type RulePreview = Static<typeof RulePreview>;

const PreviewedRun = object(
  {
    at: Type.String({ format: 'date-time' }),
    record_id: Type.String(),
    on: oneOf(ruleTriggers),
    changes: FieldDiffSchema,
    notes: Type.Array(object({ visibility: Type.String(), body: Type.String() })),
    sent: Type.Array(object({ action: Type.String(), recipients: Type.Array(Type.String()) })),
    watchers: Type.Array(Type.String()),
    skipped: Type.Array(
      object({ action: Type.String(), code: Type.String(), message: Type.String() }),
    ),
  },
  { title: 'PreviewedRun' },
);
export type PreviewedRun = Static<typeof PreviewedRun>;

export const RulePreviewResult = object(
  {
    events: Type.Integer({ description: 'Creations and updates that were tried.' }),
    since: Type.String({
      format: 'date-time',
      description: 'The time of the oldest one; the given time if all were tried.',
    }),
    is_complete: Type.Boolean({
      description: `False if there are more than ${MAX_EVENTS} events since the given time.`,
    }),
    runs: Type.Integer({ description: 'Runs that would have changed or done something.' }),
    records: Type.Integer({ description: 'Records that the rule would have run on.' }),
    changed: Type.Record(Type.String(), Type.Integer(), {
      description: 'How often each field would have changed.',
    }),
    sample: Type.Array(PreviewedRun, {
      description: `The newest ${MAX_SAMPLE} runs. People are chosen from those who are available now, continuing the present turns.`,
    }),
  },
  {
    title: 'RulePreviewResult',
    examples: [
      {
        events: 3120,
        since: '2026-10-15T00:00:00.000Z',
        is_complete: true,
        runs: 1,
        records: 1,
        changed: { assigned_to: 1 },
        sample: [
          {
            at: '2026-11-15T09:30:00.000Z',
            record_id: 'INC0000042',
            on: 'created',
            changes: { assigned_to: { from: null, to: 'ada@example.com' } },
            notes: [],
            sent: [],
            watchers: [],
            skipped: [],
          },
        ],
      },
    ],
  },
);
