// Each command sends one request in a random dialect, predicts the response from the model, and updates the model.
import type { Json } from '../../support/harness.ts';
import type { Random } from '../../support/random.ts';
import type { Directory } from '../../support/scim-client.ts';
import type { Model, ModelGroup, ModelUser } from './model.ts';

export interface World {
  model: Model;
  random: Random;
  directory: Directory;
  faults: string[];
  /** Numbers make names and addresses unique. */
  next: () => number;
}

interface Expected {
  status: number;
  body?: Json;
}

/** Compares a response with the prediction; returns its body if both agree. */
async function expectReply(
  { directory, faults }: World,
  [method, path, body]: [string, string, unknown?],
  { status, body: expected = {} }: Expected,
): Promise<Json> {
  const reply = await directory.send(method, path, body);
  const differs = Object.entries(expected).find(
    ([name, value]) => JSON.stringify(reply.body?.[name]) !== JSON.stringify(value),
  );
  if (reply.status === status && !differs) return reply.body;
  const request = `${method} ${path} ${JSON.stringify(body) ?? ''}`;
  faults.push(
    `${request} was ${reply.status} ${JSON.stringify(reply.body)}, not ${status} with ${differs?.join(' ') ?? 'that'}`,
  );
  return undefined;
}

const shownUser = ({ id, userName, displayName, title, active }: ModelUser): Json => ({
  id,
  userName,
  displayName,
  title,
  active,
});

const inAnyCase = (random: Random, text: string): string =>
  random.pick([text, text.toUpperCase(), text.charAt(0).toUpperCase() + text.slice(1)]);

const flag = (random: Random, value: boolean): boolean | string =>
  random.pick([value, String(value), value ? 'True' : 'False']);

const newAddress = ({ next }: World): string => `m${next()}@example.com`;

async function postUser(world: World): Promise<void> {
  const { model, random, next } = world;
  const known = random.chance(0.3) ? random.pick([...model.users.values(), undefined]) : undefined;
  const userName = known?.userName ?? newAddress(world);
  const displayName = `Person ${next()}`;
  const body = { userName: inAnyCase(random, userName), displayName, active: flag(random, true) };
  if (known?.isProvisioned) {
    await expectReply(world, ['POST', '/Users', body], { status: 409, body: { status: '409' } });
    return;
  }
  const shown = { userName: body.userName, displayName, active: true };
  const made = await expectReply(world, ['POST', '/Users', body], { status: 201, body: shown });
  if (!made) return;
  if (known && made.id !== known.id) world.faults.push(`${userName} came back as ${made.id}`);
  const user = { ...shown, id: made.id, title: undefined, isProvisioned: true };
  model.users.set(made.id, user);
}

/** Returns operations that all set the same attributes. */
function operationsFor(random: Random, changes: Record<string, unknown>): Json[] {
  const op = inAnyCase(random, 'replace');
  if (random.chance(0.4)) return [{ op, value: changes }];
  return Object.entries(changes).map(([path, value]) => ({
    op: random.pick([op, inAnyCase(random, 'add')]),
    path: random.pick([path, inAnyCase(random, path)]),
    value,
  }));
}

async function changeUser(world: World, user: ModelUser): Promise<void> {
  const { model, random, next } = world;
  const active = random.chance(0.3) ? !user.active : user.active;
  const userName = random.chance(0.2) ? newAddress(world) : user.userName;
  const displayName = `Person ${next()}`;
  const title = random.chance(0.5) ? `Title ${next()}` : undefined;
  const path = `/Users/${user.id}`;
  const isPut = random.chance(0.3);
  const shown = {
    ...shownUser(user),
    userName,
    displayName,
    active,
    ...((isPut || title) && { title }),
  };
  const sent = { userName, displayName, active: flag(random, active), ...(title && { title }) };
  const body = isPut ? sent : { Operations: operationsFor(random, sent) };
  const done = await expectReply(world, [isPut ? 'PUT' : 'PATCH', path, body], {
    status: 200,
    body: shown,
  });
  if (!done) return;
  if (userName !== user.userName) model.rename(user, userName);
  Object.assign(user, shown);
}

async function deleteUser(world: World, user: ModelUser): Promise<void> {
  await expectReply(world, ['DELETE', `/Users/${user.id}`], { status: 204 });
  await expectReply(world, ['GET', `/Users/${user.id}`], { status: 404 });
  world.model.release(user);
}

async function findUser(world: World, user: ModelUser): Promise<void> {
  const { random } = world;
  const filter = random.pick([
    `userName eq "${inAnyCase(random, user.userName)}"`,
    `UserName SW "${user.userName}" and active eq ${user.active}`,
    `id eq "${user.id}"`,
  ]);
  const query = new URLSearchParams({ filter, attributes: 'userName' });
  const body = await expectReply(world, ['GET', `/Users?${query.toString()}`], {
    status: 200,
    body: { totalResults: 1, itemsPerPage: 1 },
  });
  if (body && body.Resources[0].id !== user.id) world.faults.push(`${filter} found another user`);
}

const somePeople = ({ model, random }: World, most: number): string[] =>
  random
    .shuffle(model.people())
    .slice(0, random.below(most + 1))
    .map(({ id }) => id);

const values = (ids: Iterable<string>): Json[] => [...ids].map((value) => ({ value }));

async function postGroup(world: World): Promise<void> {
  const { model, random } = world;
  const displayName = `Team ${random.below(20)}`;
  const members = new Set(somePeople(world, 9));
  const body = { displayName, members: values(members) };
  const known = model.teamNamed(displayName);
  const isReserved = !known && model.teamWithName(displayName) !== undefined;
  if (known?.isProvisioned || isReserved) {
    await expectReply(world, ['POST', '/Groups', body], { status: 409 });
    return;
  }
  const made = await expectReply(world, ['POST', '/Groups', body], {
    status: 201,
    body: { displayName },
  });
  if (!made) return;
  const group: ModelGroup = known ?? {
    id: made.id,
    displayName,
    formerNames: new Set(),
    members: new Set(),
    addresses: new Set(),
    isProvisioned: true,
  };
  group.isProvisioned = true;
  model.setMembers(group, members, false);
  model.groups.set(made.id, group);
}

interface MemberRequest {
  body: Json;
  members: Set<string>;
  isReplaced: boolean;
  method?: string;
}

/** Returns requests in the dialects of Entra, Okta and the RFC. */
const memberRequests: ((world: World, group: ModelGroup) => MemberRequest)[] = [
  (world, { members }) => {
    const joining = somePeople(world, 4);
    const op = inAnyCase(world.random, 'add');
    const body = { Operations: [{ op, path: 'members', value: values(joining) }] };
    return { body, members: members.union(new Set(joining)), isReplaced: false };
  },
  ({ random }, { members }) => {
    const leaving = random.shuffle([...members]).slice(0, random.pick([1, 3, 99]));
    const body = { Operations: [{ op: 'Remove', path: 'members', value: values(leaving) }] };
    return { body, members: members.difference(new Set(leaving)), isReplaced: false };
  },
  ({ random }, { members }) => {
    const leaving = random.shuffle([...members]).slice(0, random.pick([1, 3, 99]));
    const Operations = leaving.map((id) => ({ op: 'remove', path: `members[value eq "${id}"]` }));
    const body = { Operations: [...Operations, { op: 'add', path: 'members', value: [] }] };
    return { body, members: members.difference(new Set(leaving)), isReplaced: false };
  },
  (world) => {
    const members = new Set(somePeople(world, 9));
    const operation = world.random.pick([
      { op: 'replace', path: 'members', value: values(members) },
      { op: 'Replace', value: { members: values(members) } },
    ]);
    return { body: { Operations: [operation] }, members, isReplaced: true };
  },
  () => ({
    body: { Operations: [{ op: 'remove', path: 'members' }] },
    members: new Set(),
    isReplaced: true,
  }),
  (world, { displayName }) => {
    const members = new Set(somePeople(world, 9));
    const body = { displayName, members: values(members) };
    return { body, members, isReplaced: true, method: 'PUT' };
  },
];

async function changeMembers(world: World, group: ModelGroup): Promise<void> {
  const { model, random } = world;
  const { body, members, isReplaced, method = 'PATCH' } = random.pick(memberRequests)(world, group);
  const isRefused = model.wouldEmpty(group, members, isReplaced);
  const success = method === 'PUT' ? 200 : 204;
  await expectReply(world, [method, `/Groups/${group.id}`, body], {
    status: isRefused ? 409 : success,
  });
  if (!isRefused) model.setMembers(group, members, isReplaced);
}

async function renameGroup(world: World, group: ModelGroup): Promise<void> {
  const { model, random } = world;
  const displayName = `Team ${random.below(20)}`;
  const other = model.teamWithName(displayName);
  const isTaken = other !== undefined && other !== group;
  const body = { Operations: operationsFor(random, { displayName }) };
  await expectReply(world, ['PATCH', `/Groups/${group.id}`, body], { status: isTaken ? 409 : 204 });
  if (isTaken) return;
  group.formerNames.add(group.displayName);
  group.displayName = displayName;
}

async function deleteGroup(world: World, group: ModelGroup): Promise<void> {
  await expectReply(world, ['DELETE', `/Groups/${group.id}`], { status: 204 });
  group.members.clear();
  group.isProvisioned = false;
}

async function readGroup(world: World, group: ModelGroup): Promise<void> {
  const body = await expectReply(world, ['GET', `/Groups/${group.id}`], {
    status: 200,
    body: { displayName: group.displayName },
  });
  const shown = new Set<string>((body?.members ?? []).map(({ value }: Json) => value));
  if (shown.symmetricDifference(group.members).size > 0)
    world.faults.push(`${group.displayName} shows ${shown.size} of ${group.members.size} members`);
}

/** Commands that need a person or a team are left out while there is none. */
export async function runCommand(world: World): Promise<void> {
  const { model, random } = world;
  const [people, teams] = [model.people(), model.teams()];
  const ofUser = [changeUser, changeUser, deleteUser, findUser];
  const ofGroup = [
    changeMembers,
    changeMembers,
    changeMembers,
    renameGroup,
    deleteGroup,
    readGroup,
  ];
  const commands = [
    postUser,
    postUser,
    postGroup,
    ...(people.length > 0 ? ofUser.map((one) => (w: World) => one(w, random.pick(people))) : []),
    ...(teams.length > 0 ? ofGroup.map((one) => (w: World) => one(w, random.pick(teams))) : []),
  ];
  await random.pick(commands)(world);
}
