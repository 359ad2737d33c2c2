// The people and groups of the demonstration are registered in the directory; one person can sign in to the console.
import { registerGroup, registerUser, type Role, systemContext } from '../identity/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { SYSTEM_OWNERS } from './data/catalog.ts';
import {
  addressOf,
  agent,
  groups,
  managers,
  requester,
  requesters,
  systemOwners,
} from './data/people.ts';
import { profiles } from './data/profiles.ts';

/** She works on the storm of incidents, so that her queue is not empty. */
export const consoleUser = addressOf(agent(groups['Web Platform'][0]));

const rolesOf = new Map<string, Role>(
  [
    ...requesters.map(requester),
    ...Object.values(managers),
    ...Object.values(groups).flatMap((members) => members.map(agent)),
  ].map(({ name, role }) => [name, role]),
);

/** Converts "ada.okafor" to "Ada Okafor". */
const nameOf = (name: string): string =>
  name
    .split('.')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

/** Everybody is known before the first record that names them. */
export async function seedPeople(tx: Tx, deps: Deps, now: Date): Promise<void> {
  const { BOOTSTRAP_ADMIN_EMAIL, BOOTSTRAP_ADMIN_PASSWORD: password } = deps.config;
  const context = { ...systemContext(deps, 'demonstration'), now };
  for (const [name, { manager, ...profile }] of profiles) {
    const email = addressOf({ name });
    const isAdministrator = email === BOOTSTRAP_ADMIN_EMAIL && password !== '';
    const role = isAdministrator ? 'super_admin' : rolesOf.get(name);
    await registerUser(tx, context, deps.config, {
      email,
      name: nameOf(name),
      roles: role ? [role] : [],
      ...profile,
      manager: manager && addressOf({ name: manager }),
      ...(isAdministrator && { password }),
    });
  }
  const ofAgents = Object.entries(groups).map(([name, members]) => ({ name, members }));
  for (const { name, members } of [...ofAgents, { name: SYSTEM_OWNERS, members: systemOwners }])
    await registerGroup(tx, context, {
      name,
      members: members.map((member) => addressOf({ name: member })),
    });
}
