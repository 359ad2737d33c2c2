// These cases cover rules and macros, and what they add to records.
import { ABSENT, type Case, type MethodName, unique, type World } from './world.ts';

const rule = {
  name: 'Network',
  record_type: 'incident' as const,
  on: 'created' as const,
  active: false,
  when: { all: [{ field: 'category', operator: 'eq' as const, value: 'network' }] },
  actions: [{ set: { priority: 'P2' } }],
};
const newRule = ({ manager }: World) => manager.rules.create({ ...rule, name: unique('Rule') });
const newMacro = ({ agent }: World, record_type: 'incident' | 'change' | 'request' = 'incident') =>
  agent.macros.create({
    name: unique('Macro'),
    record_type,
    actions: [{ add_note: { visibility: 'team', text: 'Called the user.' } }],
  });

const record = {
  incidents: { type: 'incident', make: (world: World) => world.incident() },
  serviceRequests: { type: 'request', make: (world: World) => world.serviceRequest() },
  changes: { type: 'change', make: (world: World) => world.change() },
} as const;
type Resource = keyof typeof record;

const recordCasesOf = (resource: Resource) => ({
  [`${resource}.applyMacro`]: {
    ok: async (world: World) => {
      const { type, make } = record[resource];
      const { id } = await newMacro(world, type);
      return world.agent[resource].applyMacro(await make(world), { macro_id: id });
    },
    fails: async (world: World) => {
      const { id } = await newMacro(world);
      return world.agent[resource].applyMacro(ABSENT, { macro_id: id });
    },
    code: 'not_found',
  },
  [`${resource}.rules`]: {
    ok: async (world: World) => world.agent[resource].rules(await record[resource].make(world)),
    fails: ({ agent }: World) => agent[resource].rules(ABSENT),
    code: 'not_found',
  },
});

const definitionCases = {
  'rules.list': {
    ok: ({ agent }) => agent.rules.list({ on: 'created' }),
    fails: ({ requester }) => requester.rules.list(),
    code: 'insufficient_role',
  },
  'rules.create': {
    ok: newRule,
    fails: ({ manager }) =>
      manager.rules.create({ ...rule, actions: [{ set: { priority: 'P9' } }] }),
    code: 'validation_failed',
  },
  'rules.preview': {
    ok: ({ manager }) => manager.rules.preview({ rule, since: '2026-01-01T00:00:00Z' }),
    fails: ({ agent }) => agent.rules.preview({ rule, since: '2026-01-01T00:00:00Z' }),
    code: 'insufficient_role',
  },
  'rules.get': {
    ok: async (world) => world.agent.rules.get((await newRule(world)).id),
    fails: ({ agent }) => agent.rules.get(ABSENT),
    code: 'not_found',
  },
  'rules.runs': {
    ok: async (world) => world.agent.rules.runs((await newRule(world)).id),
    fails: ({ agent }) => agent.rules.runs(ABSENT),
    code: 'not_found',
  },
  'rules.update': {
    ok: async (world) => world.manager.rules.update((await newRule(world)).id, { stop: true }),
    fails: ({ manager }) => manager.rules.update(ABSENT, { stop: true }),
    code: 'not_found',
  },
  'rules.delete': {
    ok: async (world) => world.manager.rules.delete((await newRule(world)).id),
    fails: ({ manager }) => manager.rules.delete(ABSENT),
    code: 'not_found',
  },
  'macros.list': {
    ok: ({ agent }) => agent.macros.list({ active: 'true' }),
    fails: ({ requester }) => requester.macros.list(),
    code: 'insufficient_role',
  },
  'macros.create': {
    ok: (world) => newMacro(world),
    fails: ({ agent }) =>
      agent.macros.create({
        name: 'Wrong',
        record_type: 'incident',
        actions: [{ set: { priority: 'P9' } }],
      }),
    code: 'validation_failed',
  },
  'macros.get': {
    ok: async (world) => world.agent.macros.get((await newMacro(world)).id),
    fails: ({ agent }) => agent.macros.get(ABSENT),
    code: 'not_found',
  },
  'macros.update': {
    ok: async (world) => world.agent.macros.update((await newMacro(world)).id, { active: false }),
    fails: ({ agent }) => agent.macros.update(ABSENT, { active: false }),
    code: 'not_found',
  },
  'macros.delete': {
    ok: async (world) => world.agent.macros.delete((await newMacro(world)).id),
    fails: async (world) => {
      const { id } = await newMacro(world);
      await world.manager.rules.create({ ...rule, actions: [{ apply_macro: { macro_id: id } }] });
      return world.agent.macros.delete(id);
    },
    code: 'in_use',
  },
} satisfies Partial<Record<MethodName, Case>>;

type RecordMethod = Extract<MethodName, `${Resource}.${'applyMacro' | 'rules'}`>;

export const ruleCases = {
  ...definitionCases,
  ...(Object.assign({}, ...(Object.keys(record) as Resource[]).map(recordCasesOf)) as Record<
    RecordMethod,
    Case
  >),
};
