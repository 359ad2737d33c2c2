// Clients send valid and invalid commands to changes.
import fc from 'fast-check';
import type { Instance } from '../../support/harness.ts';
import { until } from '../../support/processes.ts';
import { clearable, faulty, noting, repeating, simply, some, step, withBody } from './actions.ts';
import {
  type ChangeModel,
  create,
  expect,
  isRequester,
  REQUIRED_APPROVALS,
  results,
  states,
  TEMPLATE,
} from './changes.model.ts';
import type { Action, Command, Family, Fields, Sent } from './family.ts';
import { roles } from './rules.ts';

/** The model has one value for all times, so the commands send only one. */
const START_AT = '2026-12-01T08:00:00Z';
const END_AT = '2026-12-01T09:00:00Z';
const reviewed = {
  risk: fc.constantFrom('low', 'medium', 'high'),
  type: fc.constantFrom('normal', 'emergency'),
  ci_ids: fc.constantFrom([], ['CI5'], ['CI5', 'CI6'], ['CI6', 'CI5']),
  planned_start_at: clearable(START_AT),
  planned_end_at: clearable(END_AT),
};
const others = {
  short_description: fc.constantFrom('Upgrade the database', 'Move the rack'),
  description: clearable('At night.'),
  impact: clearable('high', 'low'),
  priority: fc.constantFrom('P1', 'P2', 'P3', 'P4'),
  assignment_group: clearable('Web Platform'),
  assigned_to: clearable('ada@example.com'),
  incident_ids: fc.constantFrom([], ['INC0000042']),
  implementation_plan: clearable('Step by step.'),
  backout_plan: clearable('Back again.'),
  test_plan: clearable('Place an order.'),
};
const fields = { ...reviewed, ...others };

const reversed = { planned_start_at: END_AT, planned_end_at: START_AT };
const faultyPatches = [
  {},
  { risk: null },
  { risk: 'extreme' },
  { type: null },
  { template: TEMPLATE.name, colour: 'red' },
  { version: 0 },
  { ci_ids: ['CI5', 'CI5'] },
  reversed,
];
const faultyCreates = [
  {},
  { short_description: ' ' },
  { short_description: 'x', state: 'approved' },
  { short_description: 'x', approvals: [] },
  { short_description: 'x', ...reversed },
];
const templated = [
  { short_description: 'By the book', template: TEMPLATE.name },
  { short_description: 'By the book', template: TEMPLATE.name, state: 'draft' },
  { short_description: 'By the book', template: TEMPLATE.name, type: 'standard' },
  { short_description: 'Not by the book', template: TEMPLATE.name, risk: 'high' },
  { short_description: 'Not by the book', template: TEMPLATE.name, ci_ids: ['CI6'] },
  { short_description: 'Not by the book', template: TEMPLATE.name, type: 'normal' },
  { short_description: 'No book', template: 'Unknown' },
  { short_description: 'No book', type: 'standard' },
];
const names = Object.keys(fields).filter((name) => !name.endsWith('_at'));
const state = fc.constantFrom(...states);

const action: fc.Arbitrary<Action> = fc.oneof(
  simply(30, 'advance'),
  simply(12, 'submit', 'approve', 'approve', 'reject'),
  ...['approve', 'reject'].flatMap((name) => [
    withBody(2, name, fc.constant({ comment: 'Seen.' })),
    faulty(1, name, [{ reason: 'x' }]),
  ]),
  withBody(4, 'patch', some(others)),
  withBody(5, 'patch', some(reviewed)),
  withBody(4, 'patch', fc.record({ state })),
  withBody(2, 'patch', fc.record({ state, risk: reviewed.risk })),
  withBody(1, 'patch', fc.constant({ type: 'standard' })),
  faulty(3, 'patch', faultyPatches),
  repeating(4, ['state', 'template', 'requested_by', ...names]),
  noting(6),
  withBody(
    9,
    'create',
    fc.record(
      { ...fields, state: fc.constantFrom('draft', 'submitted') },
      { requiredKeys: ['short_description'] },
    ) as fc.Arbitrary<Fields>,
  ),
  withBody(4, 'create', fc.constantFrom<Fields>(...templated)),
  faulty(1, 'create', faultyCreates),
  simply(7, 'read'),
);

const set = (to: string): Action => ({ do: 'patch', body: { state: to } });

/** Each action is one step along the table; with random states alone few changes would ever be closed. */
const nextSteps: Record<string, Action> = {
  draft: { do: 'submit' },
  submitted: { do: 'approve' },
  approved: set('scheduled'),
  rejected: set('draft'),
  scheduled: set('implementing'),
  implementing: set('review'),
  review: set('closed'),
};

/** A change of low risk needs only one approval. */
const first: Action = { do: 'create', body: { short_description: 'First', risk: 'low' } };

const ways: Record<string, Action[]> = {
  draft: [{ do: 'reject' }, set('draft')],
  submitted: [],
  approved: [{ do: 'approve' }],
  rejected: [{ do: 'reject' }],
  scheduled: [{ do: 'approve' }, set('scheduled')],
  implementing: [{ do: 'approve' }, set('scheduled'), set('implementing')],
  review: [{ do: 'approve' }, set('scheduled'), set('implementing'), set('review')],
  closed: [{ do: 'approve' }, set('scheduled'), set('implementing'), set('review'), set('closed')],
  cancelled: [set('cancelled')],
};

interface Trial {
  name: string;
  action: Action;
  user: 0 | 1;
}

const trials: Trial[] = [
  { name: 'submit', action: { do: 'submit' }, user: 0 },
  ...(['approve', 'reject'] as const).flatMap((name): Trial[] => [
    { name: `${name} own`, action: { do: name }, user: 0 },
    { name: `${name} other`, action: { do: name }, user: 1 },
  ]),
  { name: 'edit', action: { do: 'patch', body: { risk: 'high' } }, user: 0 },
  ...states.map((to): Trial => ({ name: `set ${to}`, action: set(to), user: 0 })),
];

/** The tour makes every trial in every state, by the requester and, for decisions, by another manager. */
const tour: Command[][] = states.flatMap((from) =>
  trials.map((trial) => [
    step(first),
    ...(ways[from] ?? []).map((way) => step(way, { user: 1 })),
    step(trial.action, { user: trial.user }),
  ]),
);

const trialOf = (before: ChangeModel, { do: what, by, body }: Sent) => {
  if (what === 'submit') return what;
  if (what in results) return `${what} ${isRequester(before, by) ? 'own' : 'other'}`;
  if (what !== 'patch') return undefined;
  const members = Object.keys(body ?? {}).join(' ');
  if (members === 'state') return `set ${String(body?.['state'])}`;
  return members === 'risk' && body?.['risk'] !== before.fields['risk'] ? 'edit' : undefined;
};

async function prepare(instance: Instance): Promise<void> {
  const settings = {
    change_required_approvals: REQUIRED_APPROVALS,
    change_templates: [TEMPLATE],
  };
  const { body } = await instance.call('PATCH', '/settings', {
    as: 'super_admin',
    body: settings,
  });
  await until('the settings apply', async () => {
    const { version } = (await instance.deps.settings()) as unknown as { version: number };
    return version === body.version;
  });
}

export const changes: Family<ChangeModel> = {
  path: '/changes',
  table: 'changes',
  recordType: 'change',
  roles: [...roles, 'super_admin', 'itsm_manager', 'itsm_manager', 'itsm_manager', 'agent'],
  creators: ['agent', 'itsm_manager'],
  prepare,
  action,
  first,
  resolve: (drawn, shown) =>
    drawn.do === 'advance' ? (nextSteps[String(shown['state'])] ?? set('cancelled')) : drawn,
  create,
  expect,
  ruleOf: (before, sent) => {
    const trial =
      sent.by.role === 'itsm_manager' && sent.ifMatch === undefined && !sent.isFaulty
        ? trialOf(before, sent)
        : undefined;
    return trial && `${String(before.fields['state'])} ${trial}`;
  },
  rules: states.flatMap((from) => trials.map(({ name }) => `${from} ${name}`)),
  tour,
  contended: ['high', 'low'].map((risk) => ({ do: 'patch', body: { risk } })),
};
