// A directory creates people and groups at the rate limit, then synchronizes again: it reads everything, compares it with
// its own state, and sends the few differences.
import { isDeepStrictEqual } from 'node:util';
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { openDirectory } from '../../support/scim-client.ts';
import { type Paced, pacedClient } from './paced.ts';

/** This is the limit of every caller. */
const REQUESTS_PER_SECOND = 100;
const LIMITS = `general=${REQUESTS_PER_SECOND},gateway=5000,gateway.burst=10000,address=100,address.burst=200`;
const PAGE = 200;
const MEMBERS = 20;
const CHANGES = 100;
const RULE = { claim: 'groups', value: 'Group 0', roles: ['agent'], groups: [] };

interface Person {
  externalId: string;
  userName: string;
  displayName: string;
  active: boolean;
}

interface Team {
  externalId: string;
  displayName: string;
  /** Members are named by their place in the list of people. */
  members: number[];
}

const personAt = (at: number): Person => ({
  externalId: `u-${at}`,
  userName: `person${at}@example.com`,
  displayName: `Person ${at}`,
  active: true,
});

const secondsSince = (start: number): number => Math.round(performance.now() - start) / 1000;

/** Returns all resources, page by page. */
async function listAll({ send }: Paced, path: string, query: string): Promise<Json[]> {
  const found: Json[] = [];
  for (let total = Infinity; found.length < total;) {
    const reply = await send('GET', `${path}?startIndex=${found.length + 1}&count=${PAGE}${query}`);
    if (reply.status !== 200 || reply.body.itemsPerPage === 0)
      throw new Error(`${path} at ${found.length} of ${total}: ${reply.status}`);
    total = reply.body.totalResults;
    found.push(...reply.body.Resources);
  }
  return found;
}

const idsOf = (resources: readonly Json[]): Map<string, string> =>
  new Map(resources.map(({ externalId, id }) => [externalId, id]));

async function create(
  client: Paced,
  path: string,
  bodies: readonly object[],
  faults: string[],
): Promise<string[]> {
  const ids: string[] = [];
  await client.forEach(bodies, async (body, at) => {
    const reply = await client.send('POST', path, body);
    if (reply.status === 201) ids[at] = reply.body.id;
    else faults.push(`POST ${path} ${at} was ${reply.status}: ${JSON.stringify(reply.body)}`);
  });
  return ids;
}

/** Compares the state here with that of the directory; each difference is a fault. */
function compare(
  people: readonly Person[],
  teams: readonly Team[],
  ids: readonly string[],
  { users, groups }: { users: readonly Json[]; groups: readonly Json[] },
): string[] {
  const faults: string[] = [];
  const shown = new Map(users.map((user) => [user.externalId, user]));
  for (const person of people) {
    const { externalId, userName, displayName, active } = shown.get(person.externalId) ?? {};
    if (!isDeepStrictEqual({ externalId, userName, displayName, active }, person))
      faults.push(`${person.externalId} differs: ${JSON.stringify({ userName, active })}`);
  }
  if (users.length !== people.length) faults.push(`${users.length} users, not ${people.length}`);
  const byId = new Map(groups.map((group) => [group.externalId, group]));
  for (const { externalId, displayName, members } of teams) {
    const group = byId.get(externalId) ?? { members: [] };
    const actual = new Set(group.members.map(({ value }: Json) => value));
    const expected = new Set(members.map((at) => ids[at]));
    if (group.displayName !== displayName || !isDeepStrictEqual(actual, expected))
      faults.push(`${externalId} has ${actual.size} members, not ${expected.size}`);
  }
  return faults;
}

async function compareRoles({ sql }: Instance, team: Team | undefined): Promise<string[]> {
  const rows = await sql(`select email from users where 'agent' = any(roles) order by email`);
  const expected = new Set((team?.members ?? []).map((at) => personAt(at).userName));
  const actual = new Set(rows.map(({ email }) => email));
  return isDeepStrictEqual(actual, expected)
    ? []
    : [`${actual.size} people have the role of the rule, not ${expected.size}`];
}

/** Deactivates a person or replaces a member, by turns, here and in the directory. */
async function change(
  client: Paced,
  at: number,
  {
    people,
    teams,
    ids,
    groupIds,
  }: { people: Person[]; teams: Team[]; ids: string[]; groupIds: string[] },
): Promise<number> {
  const person = people[at];
  const team = teams[at % teams.length];
  if (!person || !team) return 0;
  if (at % 2 === 0) {
    person.active = false;
    const operation = { op: 'Replace', path: 'active', value: 'False' };
    return (await client.send('PATCH', `/Users/${ids[at]}`, { Operations: [operation] })).status;
  }
  const [gone = 0, ...rest] = team.members;
  const joined = people.findIndex((_, one) => one !== gone && !rest.includes(one));
  team.members = [...rest, joined];
  const Operations = [
    { op: 'Remove', path: 'members', value: [{ value: ids[gone] }] },
    { op: 'Add', path: 'members', value: [{ value: ids[joined] }] },
  ];
  const path = `/Groups/${groupIds[at % teams.length]}`;
  return (await client.send('PATCH', path, { Operations })).status;
}

async function synchronize(
  instance: Instance,
  sizes: { users: number; groups: number; seed: number },
): Promise<Report> {
  const random = randomFrom(sizes.seed);
  const directory = await openDirectory(instance, { role_rules: [RULE] });
  const client = pacedClient(directory, REQUESTS_PER_SECOND);
  const faults: string[] = [];
  const people = Array.from({ length: sizes.users }, (_, at) => personAt(at));
  const start = performance.now();
  const ids = await create(client, '/Users', people, faults);
  const userSeconds = secondsSince(start);
  const teams: Team[] = Array.from({ length: sizes.groups }, (_, at) => ({
    externalId: `g-${at}`,
    displayName: `Group ${at}`,
    members: [...new Set(Array.from({ length: MEMBERS }, () => random.below(sizes.users)))],
  }));
  const bodies = teams.map(({ members, ...team }) => ({
    ...team,
    members: members.map((at) => ({ value: ids[at] })),
  }));
  const groupIds = await create(client, '/Groups', bodies, faults);
  const createSeconds = secondsSince(start);
  const created = client.requests();

  const again = performance.now();
  const readAll = async () => ({
    users: await listAll(client, '/Users', '&excludedAttributes=groups'),
    groups: await listAll(client, '/Groups', ''),
  });
  const first = await readAll();
  faults.push(...compare(people, teams, ids, first));
  if (!isDeepStrictEqual(new Set(idsOf(first.users).values()), new Set(ids)))
    faults.push('The ids of the list are not those of the responses.');
  const changes = Array.from({ length: Math.min(CHANGES, sizes.users) }, (_, at) => at);
  for (const at of changes) {
    const status = await change(client, at, { people, teams, ids, groupIds });
    if (status !== 200 && status !== 204) faults.push(`Change ${at} was ${status}`);
  }
  const secondSeconds = secondsSince(again);
  faults.push(
    ...compare(people, teams, ids, await readAll()),
    ...(await compareRoles(instance, teams[0])),
  );
  const [{ emptied = 0 } = {}] = await instance.sql(
    `select count(*)::int as emptied from groups where members = '{}'`,
  );
  if (emptied > 0) faults.push(`${emptied} groups have no members`);
  return {
    figures: {
      seed: sizes.seed,
      users: sizes.users,
      groups: sizes.groups,
      requests: client.requests(),
      limited: client.limitedRequests(),
      users_seconds: userSeconds,
      create_seconds: createSeconds,
      per_second: Math.round(created / createSeconds),
      second_seconds: secondSeconds,
      changes: changes.length,
      emptied,
      differences: faults.length,
    },
    faults,
  };
}

export async function proveSynchronization(sizes: {
  users: number;
  groups: number;
  seed: number;
}): Promise<Report> {
  const instance = await startInstance({ env: { RATE_LIMITS: LIMITS } });
  return synchronize(instance, sizes).finally(() => instance.stop());
}
