// Clients send valid and invalid commands to service requests.
import fc from 'fast-check';
import { clearable, faulty, noting, repeating, simply, some, step, withBody } from './actions.ts';
import type { Action, Command, Family, Fields, Model } from './family.ts';
import { create, expect, results, states } from './requests.model.ts';
import { roles } from './rules.ts';

/** The model has one value for all times, so the commands send only one. */
const DUE_AT = '2026-12-01T08:00:00Z';
const fields = {
  short_description: fc.constantFrom('A laptop', 'Access to the ledger'),
  description: clearable('Soon, please.'),
  item: clearable('Laptop 14"', 'Laptop 16"'),
  requested_for: clearable('requester-0-1@example.com', 'requester-1-0@example.com'),
  priority: fc.constantFrom('P1', 'P2', 'P3', 'P4'),
  assignment_group: clearable('Workplace'),
  assigned_to: clearable('ada@example.com'),
  due_at: clearable(DUE_AT),
};
const requesterFields = {
  short_description: fields.short_description,
  description: fields.description,
  item: fields.item,
  requested_for: fields.requested_for,
  due_at: fields.due_at,
};

const faultyPatches = [
  {},
  { priority: null },
  { priority: 'P9' },
  { colour: 'red' },
  { version: 0 },
];
const faultyCreates = [
  {},
  { short_description: ' ' },
  { short_description: 'x', state: 'approved' },
];
const names = Object.keys(fields);

const action: fc.Arbitrary<Action> = fc.oneof(
  simply(22, 'approve', 'reject', 'fulfil', 'cancel'),
  ...['approve', 'reject'].map((name) => withBody(2, name, fc.constant({ comment: 'Seen.' }))),
  ...['approve', 'cancel'].map((name) => faulty(1, name, [{ reason: 'x' }])),
  withBody(5, 'patch', some(fields)),
  withBody(6, 'patch', some(requesterFields)),
  withBody(3, 'patch', fc.record({ state: fc.constantFrom(...states) })),
  faulty(3, 'patch', faultyPatches),
  repeating(4, ['state', ...names.filter((name) => name !== 'due_at')]),
  noting(7),
  withBody(
    16,
    'create',
    fc.record(fields, { requiredKeys: ['short_description'] }) as fc.Arbitrary<Fields>,
  ),
  faulty(1, 'create', faultyCreates),
  simply(7, 'read'),
);

const first: Action = {
  do: 'create',
  body: { short_description: 'First', requested_for: 'requester-1-0@example.com' },
};

const ways: Record<string, string[]> = {
  submitted: [],
  approved: ['approve'],
  rejected: ['reject'],
  fulfilled: ['approve', 'fulfil'],
  cancelled: ['cancel'],
};

/** The tour tries every action in every state, by the requester, who may not decide, and by another manager. */
const tour: Command[][] = states.flatMap((from) =>
  Object.keys(results).flatMap((name) =>
    ([0, 1] as const).map((user) => [
      step(first),
      ...(ways[from] ?? []).map((way) => step({ do: way }, { user: 1 })),
      step({ do: name }, { user }),
    ]),
  ),
);

const ruleName = (state: unknown, name: string, whose: 'own' | 'other') =>
  `${String(state)} ${name} ${whose}`;

export const serviceRequests: Family<Model> = {
  path: '/requests',
  table: 'service_requests',
  recordType: 'request',
  roles: [...roles, 'itsm_manager', 'itsm_manager', 'requester'],
  creators: ['requester', 'agent'],
  action,
  first,
  create,
  expect,
  ruleOf: (before, { do: what, by, ifMatch, isFaulty }) =>
    what in results && by.role === 'itsm_manager' && ifMatch === undefined && !isFaulty
      ? ruleName(
          before.fields['state'],
          what,
          before.fields['requested_by'] === by.email ? 'own' : 'other',
        )
      : undefined,
  rules: states.flatMap((state) =>
    Object.keys(results).flatMap((name) => [
      ruleName(state, name, 'own'),
      ruleName(state, name, 'other'),
    ]),
  ),
  tour,
  contended: ['P1', 'P2'].map((priority) => ({ do: 'patch', body: { priority } })),
};
