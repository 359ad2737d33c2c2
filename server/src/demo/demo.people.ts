// The people and groups of the demonstration are registered in the directory; one person can sign in to the console.
import { registerGroup, registerUser, type Role, systemContext } from '../identity/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import {
  addressOf,
  agent,
  groups,
  managers,
  type Person,
  requester,
  requesters,
} from './data/people.ts';

/** She works on the storm of incidents, so that her queue is not empty. */
export const consoleUser = addressOf(agent(groups['Web Platform'][0]));

const everyone: readonly Person[] = [
  ...Object.values(groups).flatMap((members) => members.map(agent)),
  ...Object.values(managers),
  ...requesters.map(requester),
];

/** Converts "ada.okafor" to "Ada Okafor". */
const nameOf = ({ name }: Person): string =>
  name
    .split('.')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

export async function seedPeople(tx: Tx, deps: Deps): Promise<void> {
  const { BOOTSTRAP_ADMIN_EMAIL, BOOTSTRAP_ADMIN_PASSWORD: password } = deps.config;
  const context = systemContext(deps, 'demonstration');
  for (const person of everyone) {
    const email = addressOf(person);
    const isAdministrator = email === BOOTSTRAP_ADMIN_EMAIL && password !== '';
    const roles: Role[] = [isAdministrator ? 'super_admin' : person.role];
    await registerUser(tx, context, deps.config, {
      email,
      name: nameOf(person),
      roles,
      ...(isAdministrator && { password }),
    });
  }
  for (const [name, members] of Object.entries(groups))
    await registerGroup(tx, context, {
      name,
      members: members.map((member) => addressOf(agent(member))),
    });
}
