// Service requests as a family: the commands of their clients, valid and invalid ones.
import fc from 'fast-check';
import { roles } from './family.rules.ts';
import { type Command, type Family, withoutTimes } from './family.ts';
import { create, expect, type RequestModel, results, states } from './requests.model.ts';

interface Action {
  do: 'create' | 'read' | 'patch' | 'note' | 'approve' | 'reject' | 'fulfil' | 'cancel';
  body?: Record<string, unknown>;
  /** Fields to send back as they are. */
  repeat?: string[];
  isFaulty?: true;
}

const clearable = (...values: string[]) => fc.constantFrom(...values, null);
/** Any time has one value in the model, so there is only one. */
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
const isNamed = (body: object) => Object.keys(body).length > 0;

const patches = fc.oneof(
  { weight: 3, arbitrary: fc.record(fields, { requiredKeys: [] }).filter(isNamed) },
  { weight: 4, arbitrary: fc.record(requesterFields, { requiredKeys: [] }).filter(isNamed) },
  { weight: 2, arbitrary: fc.record({ state: fc.constantFrom(...states) }) },
);

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 22,
    arbitrary: fc
      .constantFrom('approve' as const, 'reject' as const, 'fulfil' as const, 'cancel' as const)
      .map((name): Action => ({ do: name })),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('approve' as const, 'reject' as const)
      .map((name): Action => ({ do: name, body: { comment: 'Seen.' } })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('approve' as const, 'cancel' as const)
      .map((name): Action => ({ do: name, body: { reason: 'x' }, isFaulty: true })),
  },
  { weight: 14, arbitrary: patches.map((body): Action => ({ do: 'patch', body })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...faultyPatches)
      .map((body): Action => ({ do: 'patch', body, isFaulty: true })),
  },
  {
    weight: 4,
    arbitrary: fc
      .subarray(['state', ...names.filter((name) => name !== 'due_at')], { minLength: 1 })
      .map((repeat): Action => ({ do: 'patch', repeat })),
  },
  {
    weight: 7,
    arbitrary: fc
      .constantFrom({}, { visibility: 'team' }, { visibility: 'private' }, { visibility: 'public' })
      .map((body): Action => ({ do: 'note', body: { body: 'A note.', ...body } })),
  },
  {
    weight: 16,
    arbitrary: fc
      .record(fields, { requiredKeys: ['short_description'] })
      .map((body): Action => ({ do: 'create', body })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...faultyCreates)
      .map((body): Action => ({ do: 'create', body, isFaulty: true })),
  },
  { weight: 7, arbitrary: fc.constant<Action>({ do: 'read' }) },
);

const methods: Partial<Record<Action['do'], string>> = { read: 'GET', patch: 'PATCH' };
const suffixes: Partial<Record<Action['do'], string>> = {
  note: '/notes',
  approve: '/approve',
  reject: '/reject',
  fulfil: '/fulfil',
  cancel: '/cancel',
};

const first: Action = {
  do: 'create',
  body: { short_description: 'First', requested_for: 'requester-1-0@example.com' },
};

const ways: Record<string, Action['do'][]> = {
  submitted: [],
  approved: ['approve'],
  rejected: ['reject'],
  fulfilled: ['approve', 'fulfil'],
  cancelled: ['cancel'],
};

const step = (one: Action, user: 0 | 1): Command<Action> => ({
  slot: 0,
  role: 'itsm_manager',
  user,
  ifMatch: 'none',
  action: one,
});

/** Every action in every state, by the requester, who may not decide, and by another manager. */
const tour: Command<Action>[] = states.flatMap((from) =>
  (Object.keys(results) as Action['do'][]).flatMap((name) =>
    ([0, 1] as const).flatMap((user) => [
      step(first, 0),
      ...(ways[from] ?? []).map((way) => step({ do: way }, 1)),
      step({ do: name }, user),
    ]),
  ),
);

const ruleName = (state: unknown, name: string, whose: 'own' | 'other') =>
  `${String(state)} ${name} ${whose}`;

export const serviceRequests: Family<Action, RequestModel> = {
  path: '/requests',
  table: 'service_requests',
  recordType: 'request',
  roles: [...roles, 'itsm_manager', 'itsm_manager', 'requester'],
  creators: ['requester', 'agent'],
  action,
  first,
  request: ({ do: what, body, repeat, isFaulty }, _, shown) => {
    const repeated = repeat && Object.fromEntries(repeat.map((name) => [name, shown[name]]));
    const content = repeated ?? body;
    return {
      method: methods[what] ?? 'POST',
      suffix: suffixes[what] ?? '',
      ...(content && { body: content }),
      ...(isFaulty && { isFaulty }),
    };
  },
  create,
  expect,
  shownOf: ({ fields: shown }) => shown,
  eventOf: ({ type, sequence, data }) => {
    const { state, priority, short_description, requested_by, requested_for, actor } = data;
    return {
      type,
      sequence,
      state,
      priority,
      short_description,
      requested_by,
      requested_for,
      actor,
      ...(data.changes && { changes: withoutTimes(data.changes) }),
    };
  },
  ruleOf: (before, { do: what, by, ifMatch, isFaulty }) =>
    what in results && by.role === 'itsm_manager' && ifMatch === undefined && !isFaulty
      ? ruleName(before.fields['state'], what, before.requested_by === by.email ? 'own' : 'other')
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
