// Rules of an identity provider are edited as rows, which are named by their claim.
import type { IdentityProvider, Role } from '../../api/index.ts';

export interface Rule {
  /** The claim, by which a row is named. */
  name: string;
  value: string;
  roles: readonly Role[];
  groups: readonly string[];
}

type SavedRule = IdentityProvider['role_rules'][number];

export const rulesOf = (saved: readonly SavedRule[]): Rule[] =>
  saved.map(({ claim, ...rule }) => ({ name: claim, ...rule }));

/** Returns undefined while a rule has no claim or no value. */
export function savedRules(rules: readonly Rule[]): SavedRule[] | undefined {
  const complete = rules.map(({ name, value, roles, groups }) => ({
    claim: name.trim(),
    value: value.trim(),
    roles: [...roles],
    groups: [...groups],
  }));
  return complete.every(({ claim, value }) => claim !== '' && value !== '') ? complete : undefined;
}
