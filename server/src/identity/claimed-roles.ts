// Reads the roles of this service and the e-mail address from the claims of an external provider's token.
import type { Config } from '../platform/runtime/config.ts';
import { claimAt } from './claims.ts';
import { roles } from './roles.ts';

type Claims = Record<string, unknown>;

const known = new Set<string>(roles);

export const rolesFrom =
  ({ OIDC_ROLE_CLAIM, OIDC_ROLE_MAP }: Pick<Config, 'OIDC_ROLE_CLAIM' | 'OIDC_ROLE_MAP'>) =>
  (claims: Claims): string[] => {
    const named = claimAt(claims, OIDC_ROLE_CLAIM);
    if (!Array.isArray(named)) return [];
    const ours = named.map((name) =>
      typeof name === 'string' && Object.hasOwn(OIDC_ROLE_MAP, name) ? OIDC_ROLE_MAP[name] : name,
    );
    return [...new Set(ours.filter((role): role is string => known.has(role)))];
  };

/** The limit is that of users and clients, because the address is indexed. */
const MAX_ADDRESS_LENGTH = 254;

/** Returns undefined if the claim is not an address. */
export const emailFrom =
  ({ OIDC_EMAIL_CLAIM }: Pick<Config, 'OIDC_EMAIL_CLAIM'>) =>
  (claims: Claims): string | undefined => {
    const email = claimAt(claims, OIDC_EMAIL_CLAIM);
    const isAddress =
      typeof email === 'string' && email.includes('@') && email.length <= MAX_ADDRESS_LENGTH;
    return isAddress ? email : undefined;
  };
