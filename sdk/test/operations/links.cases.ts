// These cases cover what records of every type have: links.
import { ABSENT, type Case, type MethodName, type World } from './world.ts';

/** Makes a record of the type and links it to a new incident. */
const record = {
  incidents: (world: World) => world.incident(),
  serviceRequests: (world: World) => world.serviceRequest(),
  changes: (world: World) => world.change(),
  cis: (world: World) => world.ci(),
  articles: (world: World) => world.article(),
};
type Resource = keyof typeof record;

const kind = 'related_to';

const casesOf = (resource: Resource) => ({
  [`${resource}.listLinks`]: {
    ok: async (world: World) => world.agent[resource].listLinks(await record[resource](world)),
    fails: ({ agent }: World) => agent[resource].listLinks(ABSENT),
    code: 'not_found',
  },
  [`${resource}.addLink`]: {
    ok: async (world: World) => {
      const other = { id: await world.incident() };
      const id = await record[resource](world);
      return world.agent[resource].addLink(id, { kind, record: other });
    },
    fails: async (world: World) => {
      const id = await record[resource](world);
      return world.agent[resource].addLink(id, { kind, record: { id } });
    },
    code: 'validation_failed',
  },
  [`${resource}.removeLink`]: {
    ok: async (world: World) => {
      const other = { id: await world.incident() };
      const id = await record[resource](world);
      const link = await world.agent[resource].addLink(id, { kind, record: other });
      return world.agent[resource].removeLink(id, link.id);
    },
    fails: ({ agent }: World) => agent[resource].removeLink(ABSENT, ABSENT),
    code: 'not_found',
  },
});

type LinkMethod = Extract<MethodName, `${Resource}.${'listLinks' | 'addLink' | 'removeLink'}`>;

export const linkCases = Object.assign(
  {},
  ...(Object.keys(record) as Resource[]).map(casesOf),
) as Record<LinkMethod, Case>;
