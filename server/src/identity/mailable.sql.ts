// Mail is sent only to active users, groups, and the domains in `mail_domains`.
import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import { presentAddress, userOfAddress } from '../platform/postgres/addresses.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';

/** Returns the domain in ASCII and lower case, as in `mail_domains`. */
const domainOfAddress = (address: string): string => {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return domainToASCII(domain) || domain.toLowerCase();
};

interface Mailable {
  /** The record or group names this address. */
  given: string;
  /** A person gets mail at the present address. */
  address: string;
}

/** Returns the addresses to which mail may be sent, in the same order. */
export async function mailableOf(db: Db | Tx, addresses: readonly string[]): Promise<Mailable[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<Mailable>`
    select given, ${presentAddress(sql.ref('given'))} as address
    from unnest(${addresses}::text[], ${addresses.map(domainOfAddress)}::text[])
      with ordinality as candidate (given, domain, place)
    where exists (select from users where users.id = ${userOfAddress(sql.ref('given'))} and active)
      or exists (select from groups where lower(groups.email) = lower(given))
      or exists (
        select from settings, jsonb_array_elements_text(document -> 'mail_domains') as allowed
        where lower(allowed) = domain)
    order by place`.execute(db);
  return rows;
}
