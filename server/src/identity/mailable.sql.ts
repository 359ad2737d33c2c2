// Mail is sent only to active users, groups, and the domains in `mail_domains`.
import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/postgres/tables.ts';

/** Returns the domain in ASCII and lower case, as in `mail_domains`. */
const domainOfAddress = (address: string): string => {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return domainToASCII(domain) || domain.toLowerCase();
};

/** Returns the addresses to which mail may be sent, in the same order. */
export async function mailableOf(db: Db | Tx, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<{ address: string }>`
    select address
    from unnest(${addresses}::text[], ${addresses.map(domainOfAddress)}::text[])
      with ordinality as candidate (address, domain, place)
    where exists (select from users where lower(users.email) = lower(address) and active)
      or exists (select from groups where lower(groups.email) = lower(address))
      or exists (
        select from settings, jsonb_array_elements_text(document -> 'mail_domains') as allowed
        where lower(allowed) = domain)
    order by place`.execute(db);
  return rows.map((row) => row.address);
}
