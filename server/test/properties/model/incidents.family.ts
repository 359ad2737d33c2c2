// Incidents as a family: the commands of their clients, valid and invalid ones.
import fc from 'fast-check';
import {
  clearable,
  faulty,
  NOTE_TEXT,
  noting,
  repeating,
  simply,
  some,
  step,
  withBody,
} from './actions.ts';
import type { Action, Command, Family, Fields, Model } from './family.ts';
import { create, expect, movesOf, type State, stateOf, states } from './incidents.model.ts';
import { isEditor, roles } from './rules.ts';

const fields = {
  short_description: fc.constantFrom('Printer on fire', 'Checkout answers 502'),
  priority: fc.constantFrom('P1', 'P2', 'P3', 'P4'),
  description: clearable('Since noon.', 'Since the deploy.'),
  assignment_group: clearable('Web Platform', 'Network'),
  assigned_to: clearable('ada@example.com', 'grace@example.com'),
  impact: clearable('high', 'medium', 'low'),
  urgency: clearable('high', 'medium', 'low'),
  ci_id: clearable('CI7', 'CI8'),
  on_hold_reason: clearable('awaiting_caller', 'awaiting_vendor'),
  resolution: clearable('Rolled back.'),
};

const faultyPatches: Fields[] = [
  {},
  { priority: null },
  { priority: 'P9' },
  { state: null, short_description: 'Kept out by its neighbour' },
  { state: 'reopend' },
  { colour: 'red' },
  { version: 0 },
  { short_description: ' ' },
  { work_note: '' },
];
const faultyCreates: Fields[] = [
  {},
  { short_description: 'x', state: 'in_progress' },
  { short_description: 'x', version: 1 },
];

const state = fc.constantFrom(...states);
const { priority } = fields;
const work_note = fc.constant(NOTE_TEXT);

/** Picks a transition of the table: with random states alone few records would ever be closed. */
const moving: fc.WeightedArbitrary<Action> = {
  weight: 20,
  arbitrary: fc
    .constantFrom('last', 'last', 'last', 'first')
    .map((variant) => ({ do: 'move', variant })),
};

const action: fc.Arbitrary<Action> = fc.oneof(
  moving,
  withBody(14, 'patch', fc.record({ state })),
  withBody(3, 'patch', fc.record({ priority })),
  withBody(4, 'patch', some(fields)),
  withBody(
    6,
    'patch',
    fc.record({ state, priority, work_note }, { requiredKeys: ['state'] }) as fc.Arbitrary<Fields>,
  ),
  withBody(1, 'patch', fc.record({ work_note })),
  faulty(4, 'patch', faultyPatches),
  repeating(5, ['state', ...Object.keys(fields)]),
  noting(8),
  withBody(
    6,
    'create',
    fc.record(fields, { requiredKeys: ['short_description'] }) as fc.Arbitrary<Fields>,
  ),
  faulty(1, 'create', faultyCreates),
  simply(3, 'delete'),
  simply(6, 'restore'),
  simply(7, 'read', 'read_deleted'),
);

const set = (to: State): Action => ({ do: 'patch', body: { state: to } });

const ways: Record<State, State[]> = {
  new: [],
  in_progress: ['in_progress'],
  on_hold: ['in_progress', 'on_hold'],
  resolved: ['in_progress', 'resolved'],
  closed: ['in_progress', 'resolved', 'closed'],
  cancelled: ['cancelled'],
  reopened: ['in_progress', 'resolved', 'reopened'],
};

const first: Action = { do: 'create', body: { short_description: 'First' } };

/** Moves a new record of the role to a state, where the role then requests others. */
const leg = (role: string, from: State, requested: readonly State[]): Command[] => [
  step(first, { role }),
  ...ways[from].map((way) => step(set(way))),
  ...requested.map((to) => step(set(to), { role })),
];

/** Editors and the opener try every pair of states. Moves that are refused leave the record where it is. */
const tour = ['agent', 'requester'].flatMap((role) =>
  states.flatMap((from) => {
    const moves = movesOf(role, from);
    const refused = states.filter((to) => !moves.includes(to));
    return [leg(role, from, refused), ...moves.map((to) => leg(role, from, [to]))];
  }),
);

const ruleName = (who: 'editor' | 'opener', from: State, to: unknown) =>
  `${who} ${from} ${String(to)}`;

export const incidents: Family<Model> = {
  path: '/incidents',
  table: 'incidents',
  recordType: 'incident',
  roles: [...roles, 'itsm_manager', 'itsm_manager', 'itsm_manager', 'itsm_manager'],
  creators: ['agent', 'requester'],
  markOf: (session) => ({ category: session }),
  action,
  first,
  resolve: (drawn, shown) => {
    if (drawn.do !== 'move') return drawn;
    const moves = movesOf('agent', (shown['state'] ?? 'new') as State);
    return set((drawn.variant === 'last' ? moves.at(-1) : moves[0]) ?? 'reopened');
  },
  create,
  expect,
  ruleOf: (before, { do: what, by, body, ifMatch, isFaulty }) => {
    const isTested =
      what === 'patch' &&
      ifMatch === undefined &&
      !before.isDeleted &&
      !isFaulty &&
      body?.['state'];
    if (!isTested) return undefined;
    if (isEditor(by)) return ruleName('editor', stateOf(before), body['state']);
    return before.fields['opened_by'] === by.email && by.role === 'requester'
      ? ruleName('opener', stateOf(before), body['state'])
      : undefined;
  },
  rules: (['editor', 'opener'] as const).flatMap((who) =>
    states.flatMap((from) => states.map((to) => ruleName(who, from, to))),
  ),
  tour,
  contended: ['P1', 'P2'].map((one) => ({ do: 'patch', body: { priority: one } })),
};
