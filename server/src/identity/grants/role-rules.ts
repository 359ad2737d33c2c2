// Rules turn the claims of an identity provider, or the groups of a SCIM connector, into roles and groups of this instance.
import { claimAt } from '../claims.ts';
import { type Role, roles as allRoles } from '../roles.ts';

export interface RoleRule {
  /** The name of a claim, or a path with dots. */
  claim: string;
  /** The rule applies if the claim is this text, or a list that contains it. */
  value: string;
  roles: readonly Role[];
  /** Names of groups. */
  groups: readonly string[];
}

export interface Grant {
  roles: readonly Role[];
  groups: readonly string[];
}

export const NO_GRANT: Grant = { roles: [], groups: [] };

interface Trust {
  /** Without this, an administrator of the source could become an administrator here. */
  mayGrantSuperAdmin: boolean;
}

const applies = ({ claim, value }: RoleRule, claims: Readonly<Record<string, unknown>>): boolean =>
  [claimAt(claims, claim)].flat().some((one) => one === value);

/** Returns the roles and groups of all rules that apply, in a fixed order, with those rules. */
export function evaluateRules<Rule extends RoleRule>(
  rules: readonly Rule[],
  claims: Readonly<Record<string, unknown>>,
  { mayGrantSuperAdmin }: Trust,
): Grant & { applied: readonly Rule[] } {
  const applied = rules.filter((rule) => applies(rule, claims));
  const granted = new Set(applied.flatMap(({ roles }) => roles));
  if (!mayGrantSuperAdmin) granted.delete('super_admin');
  return {
    roles: allRoles.filter((role) => granted.has(role)),
    groups: [...new Set(applied.flatMap(({ groups }) => groups))].toSorted(),
    applied,
  };
}
