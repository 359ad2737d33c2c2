// Clients send valid and invalid commands to incidents.
import fc from 'fast-check';
import {
  clearable,
  faulty,
  NOTE_TEXT,
  noting,
  repeating,
  simply,
  some,
  withBody,
} from './actions.ts';
import type { Action, Family, Fields, Model } from './family.ts';
import { create, expect, movesOf, type State, states } from './incidents.model.ts';
import { first, ruleOf, rules, set, tour } from './incidents.tour.ts';
import { roles } from './rules.ts';

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
  ruleOf,
  rules,
  tour,
  contended: ['P1', 'P2'].map((one) => ({ do: 'patch', body: { priority: one } })),
};
