// Only the claims that role rules name are stored, for the preview of changed rules, up to a maximum size.
import type { RoleRule } from '../grants/role-rules.ts';
import { claimAt } from '../claims.ts';

const MAX_VALUES = 500;
const MAX_LENGTH = 500;

/** The keys are the paths of the rules, which `claimAt` finds before it follows a path. */
export const storedClaims = (
  rules: readonly Pick<RoleRule, 'claim'>[],
  claims: Readonly<Record<string, unknown>>,
): Record<string, string[]> =>
  Object.fromEntries(
    [...new Set(rules.map(({ claim }) => claim))].map((claim) => [
      claim,
      [claimAt(claims, claim)]
        .flat()
        .filter((value): value is string => typeof value === 'string' && value.length <= MAX_LENGTH)
        .slice(0, MAX_VALUES),
    ]),
  );
