import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/tables.ts';
import { mailboxAddresses } from './recipients.ts';

/** Returns the id of the active mailbox that receives mail to the address by LMTP. */
export async function findRecipient(db: Db, recipient: string): Promise<string | undefined> {
  const addresses = mailboxAddresses(recipient);
  const { rows } = await sql<{ id: string }>`
    select mailboxes.id
    from mailboxes, unnest(array_append(aliases, address)) as own,
      unnest(${addresses}::text[]) with ordinality as given(address, place)
    where deleted_at is null and active and incoming ->> 'kind' = 'lmtp' and lower(own) = given.address
    order by place limit 1`.execute(db);
  return rows[0]?.id;
}
