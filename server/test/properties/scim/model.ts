// The naive model of SCIM has people and teams in plain maps and sets. It shares nothing with the server but the names.
export interface ModelUser {
  id: string;
  userName: string;
  displayName: string;
  title: string | undefined;
  active: boolean;
  /** The directory manages the person until it deletes them. */
  isProvisioned: boolean;
}

export interface ModelGroup {
  id: string;
  displayName: string;
  /** Former names stay reserved for the group. */
  formerNames: Set<string>;
  /** Ids of people that the directory has put there. */
  members: Set<string>;
  /** Addresses in the group, those of former times included. */
  addresses: Set<string>;
  isProvisioned: boolean;
}

/** Names of groups give roles by the rules of the connector. */
export const roleOf: Readonly<Record<string, string>> = {
  'Team 0': 'agent',
  'Team 1': 'auditor',
  'Team 2': 'requester',
};

const MAX_EMPTIED = 5;

export class Model {
  readonly users = new Map<string, ModelUser>();
  readonly groups = new Map<string, ModelGroup>();

  people(): ModelUser[] {
    return [...this.users.values()].filter(({ isProvisioned }) => isProvisioned);
  }

  teams(): ModelGroup[] {
    return [...this.groups.values()].filter(({ isProvisioned }) => isProvisioned);
  }

  ownerOf(userName: string): ModelUser | undefined {
    return [...this.users.values()].find((user) => user.userName === userName);
  }

  teamNamed(displayName: string): ModelGroup | undefined {
    return [...this.groups.values()].find((group) => group.displayName === displayName);
  }

  /** Returns the team that has or had the name. */
  teamWithName(name: string): ModelGroup | undefined {
    const isTheirs = ({ displayName, formerNames }: ModelGroup) =>
      displayName === name || formerNames.has(name);
    return [...this.groups.values()].find(isTheirs);
  }

  #addressOf(id: string): string {
    return (this.users.get(id)?.userName ?? id).toLowerCase();
  }

  /** Returns whether the service must refuse to set these members. */
  wouldEmpty(group: ModelGroup, members: ReadonlySet<string>, isReplaced: boolean): boolean {
    const next = this.#nextAddresses(group, members, isReplaced);
    return group.addresses.size > MAX_EMPTIED && next.size === 0;
  }

  #nextAddresses(
    group: ModelGroup,
    members: ReadonlySet<string>,
    isReplaced: boolean,
  ): Set<string> {
    const addresses = [...members].map((id) => this.#addressOf(id));
    if (isReplaced) return new Set(addresses);
    const gone = [...group.members].filter((id) => !members.has(id));
    const left = new Set(gone.map((id) => this.#addressOf(id)));
    return new Set([...[...group.addresses].filter((one) => !left.has(one)), ...addresses]);
  }

  setMembers(group: ModelGroup, members: ReadonlySet<string>, isReplaced: boolean): void {
    group.addresses = this.#nextAddresses(group, members, isReplaced);
    group.members = new Set(members);
  }

  rename(user: ModelUser, userName: string): void {
    // A group that is managed by hand follows the address, too.
    for (const { addresses } of this.groups.values())
      if (addresses.delete(user.userName.toLowerCase())) addresses.add(userName.toLowerCase());
    user.userName = userName;
  }

  release(user: ModelUser): void {
    for (const group of this.teams()) {
      if (!group.members.delete(user.id)) continue;
      group.addresses.delete(user.userName.toLowerCase());
    }
    user.active = false;
    user.isProvisioned = false;
  }

  rolesOf(user: ModelUser): string[] {
    return this.teams()
      .filter(({ members }) => members.has(user.id))
      .flatMap(({ displayName }) => roleOf[displayName] ?? [])
      .toSorted();
  }
}
