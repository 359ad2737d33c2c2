// These cases cover what records of every type have: links and participants.
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

const participants = [{ email: 'tom@example.com', kind: 'cc' as const }];

const participantCasesOf = (resource: Resource) => ({
  [`${resource}.getParticipants`]: {
    ok: async (world: World) =>
      world.agent[resource].getParticipants(await record[resource](world)),
    fails: ({ agent }: World) => agent[resource].getParticipants(ABSENT),
    code: 'not_found',
  },
  [`${resource}.replaceParticipants`]: {
    ok: async (world: World) =>
      world.agent[resource].replaceParticipants(await record[resource](world), { participants }),
    fails: async (world: World) => {
      const id = await record[resource](world);
      const watcher = { email: 'nobody@example.com', kind: 'watcher' as const };
      return world.agent[resource].replaceParticipants(id, { participants: [watcher] });
    },
    code: 'validation_failed',
  },
  [`${resource}.watch`]: {
    ok: async (world: World) => world.agent[resource].watch(await record[resource](world)),
    fails: ({ agent }: World) => agent[resource].watch(ABSENT),
    code: 'not_found',
  },
  [`${resource}.unwatch`]: {
    ok: async (world: World) => {
      const id = await record[resource](world);
      await world.agent[resource].watch(id);
      return world.agent[resource].unwatch(id);
    },
    fails: ({ agent }: World) => agent[resource].unwatch(ABSENT),
    code: 'not_found',
  },
});

type LinkMethod = Extract<
  MethodName,
  `${Resource}.${
    | 'listLinks'
    | 'addLink'
    | 'removeLink'
    | 'getParticipants'
    | 'replaceParticipants'
    | 'watch'
    | 'unwatch'}`
>;

export const linkCases = Object.assign(
  {},
  ...(Object.keys(record) as Resource[]).map((resource) => ({
    ...casesOf(resource),
    ...participantCasesOf(resource),
  })),
) as Record<LinkMethod, Case>;
