// Random requests of a directory in both dialects get the responses that the model predicts, and leave the people, groups
// and roles that it predicts.
import { type Instance, startInstance } from '../../support/harness.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { openDirectory } from '../../support/scim-client.ts';
import { runCommand, type World } from './commands.ts';
import { Model, roleOf } from './model.ts';

const COMPARED_EVERY = 40;

const role_rules = Object.entries(roleOf).map(([value, role]) => ({
  claim: 'groups',
  value,
  roles: [role],
  groups: [],
}));

const sortedText = (values: Iterable<string>): string =>
  [...values]
    .map((value) => value.toLowerCase())
    .toSorted()
    .join(' ');

/** Returns each difference between the database and the model. */
async function differences({ sql }: Instance, model: Model): Promise<string[]> {
  const faults: string[] = [];
  const users = await sql('select id, email, name, active, roles, provisioned_by from users');
  const byId = new Map(users.map((user) => [user.id, user]));
  for (const user of model.users.values()) {
    const row = byId.get(user.id);
    const actual = [row?.email, row?.name, row?.active, row?.provisioned_by !== null];
    const expected = [user.userName, user.displayName, user.active, user.isProvisioned];
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      faults.push(`${user.id} is ${actual.join(', ')}, not ${expected.join(', ')}`);
    const roles = sortedText(row?.roles ?? []);
    if (roles !== sortedText(model.rolesOf(user)))
      faults.push(`${user.id} has the roles ${roles}, not ${sortedText(model.rolesOf(user))}`);
  }
  const groups = await sql('select id, name, members, provisioned_by from groups');
  const groupOf = new Map(groups.map((group) => [group.id, group]));
  for (const group of model.groups.values()) {
    const row = groupOf.get(group.id);
    const isSame =
      row?.name === group.displayName &&
      (row?.provisioned_by !== null) === group.isProvisioned &&
      sortedText(row?.members ?? []) === sortedText(group.addresses);
    if (!isSame)
      faults.push(
        `${group.id} is ${row?.name} with ${sortedText(row?.members ?? [])}, not ${group.displayName} with ${sortedText(group.addresses)}`,
      );
  }
  return faults;
}

export async function proveScim(sizes: { commands: number; seed: number }): Promise<Report> {
  const instance = await startInstance();
  const directory = await openDirectory(instance, { role_rules });
  let [numbers, compared] = [0, 0];
  const world: World = {
    model: new Model(),
    random: randomFrom(sizes.seed),
    directory,
    faults: [],
    next: () => (numbers += 1),
  };
  try {
    for (let at = 1; at <= sizes.commands && world.faults.length === 0; at += 1) {
      await runCommand(world);
      if (at % COMPARED_EVERY !== 0 && at !== sizes.commands) continue;
      compared += 1;
      world.faults.push(...(await differences(instance, world.model)));
    }
  } finally {
    await instance.stop();
  }
  const { users, groups } = world.model;
  return {
    figures: {
      seed: sizes.seed,
      commands: sizes.commands,
      users: users.size,
      groups: groups.size,
      comparisons: compared,
      differences: world.faults.length,
    },
    faults: world.faults,
  };
}
