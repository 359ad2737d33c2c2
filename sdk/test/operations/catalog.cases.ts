// These cases cover the service catalog.
import { ABSENT, type Case, type MethodName, unique, type World } from './world.ts';

const item = {
  category: 'Hardware',
  form: [{ key: 'model', label: 'Model', type: 'text' as const }],
};
const draft = async ({ manager }: World) =>
  (await manager.catalogItems.create({ ...item, name: unique('Laptop') })).id;
const publish = async (world: World, id: string) => world.manager.catalogItems.publish(id);
const makePublished = async (world: World) => publish(world, await draft(world));

export const catalogCases = {
  'catalogItems.list': {
    ok: ({ requester }) => requester.catalogItems.list({ orderable: true }),
    fails: ({ requester }) => requester.catalogItems.list({ cursor: 'forged' }),
    code: 'invalid_cursor',
  },
  'catalogItems.create': {
    ok: draft,
    fails: ({ agent }) => agent.catalogItems.create({ ...item, name: 'x' }),
    code: 'insufficient_role',
  },
  'catalogItems.preview': {
    ok: ({ manager }) => manager.catalogItems.preview({ item, answers: { model: 'x' } }),
    fails: ({ agent }) => agent.catalogItems.preview({ item }),
    code: 'insufficient_role',
  },
  'catalogItems.get': {
    ok: async (world) => world.requester.catalogItems.get((await makePublished(world)).id),
    fails: async (world) => world.requester.catalogItems.get(await draft(world)),
    code: 'not_found',
  },
  'catalogItems.update': {
    ok: async (world) => world.manager.catalogItems.update(await draft(world), { icon: 'laptop' }),
    fails: ({ manager }) => manager.catalogItems.update(ABSENT, { icon: 'laptop' }),
    code: 'not_found',
  },
  'catalogItems.publish': {
    ok: makePublished,
    fails: async (world) => publish(world, (await makePublished(world)).id),
    code: 'no_pending_revision',
  },
  'catalogItems.retire': {
    ok: async (world) => world.manager.catalogItems.retire((await makePublished(world)).id),
    fails: async (world) => world.manager.catalogItems.retire(await draft(world)),
    code: 'invalid_transition',
  },
  'catalogItems.listVersions': {
    ok: async (world) => world.agent.catalogItems.listVersions((await makePublished(world)).id),
    fails: async (world) =>
      world.requester.catalogItems.listVersions((await makePublished(world)).id),
    code: 'insufficient_role',
  },
  'catalogItems.getVersion': {
    ok: async (world) => {
      const { id, version } = await makePublished(world);
      return world.agent.catalogItems.getVersion(id, String(version));
    },
    fails: async (world) => world.agent.catalogItems.getVersion(await draft(world), '1'),
    code: 'not_found',
  },
} as const satisfies Partial<Record<MethodName, Case>>;
