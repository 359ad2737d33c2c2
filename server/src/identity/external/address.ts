// Decides which address of a person at a provider may be linked to a user here.
import type { IdentityProviderRow } from './providers/providers.sql.ts';

type Trust = Pick<IdentityProviderRow, 'domains' | 'trusts_addresses'>;

export type AddressResult =
  | { address: string }
  | { failure: 'no_address' | 'not_verified' | 'domain'; address?: string };

/** Only ASCII, because other letters that look alike, or become alike in lower case, could name the user of another. */
const ADDRESS = /^[\x21-\x7e]{1,64}@[a-z0-9.-]{1,189}$/i;
const SEPARATORS = /[@,;<>()"\\]/;

const isAddress = (text: unknown): text is string =>
  typeof text === 'string' && ADDRESS.test(text) && !SEPARATORS.test(text.replace('@', ''));

/** Entra sends the sign-in name instead of an address, and never says that it is verified. */
export function addressFrom(
  claims: Readonly<Record<string, unknown>>,
  { domains, trusts_addresses }: Trust,
): AddressResult {
  const { email, email_verified, preferred_username } = claims;
  const given = email ?? (trusts_addresses ? preferred_username : undefined);
  if (!isAddress(given)) return { failure: 'no_address' };
  if (email_verified !== true && !trusts_addresses)
    return { failure: 'not_verified', address: given };
  const domain = given.slice(given.indexOf('@') + 1).toLowerCase();
  return domains.includes(domain) ? { address: given } : { failure: 'domain', address: given };
}
