// The subject of a token is a user or a client.
import { type RawBuilder, sql } from 'kysely';
import { userOfAddress } from '../platform/postgres/addresses.ts';
import type { Db } from '../platform/postgres/tables.ts';

export interface Subject {
  email: string | null;
  /** Null for a client, whose records stay with the address. */
  former_emails?: string[] | null;
  roles: string[];
  active: boolean;
}

/**
 * Selects the subject with this id as part of a statement; null if there is none. An inbound event reads its webhook and
 * the owner together.
 */
export const subjectSql = (id: RawBuilder<unknown>): RawBuilder<Subject | null> => {
  const subjectOf = (table: 'users' | 'clients') => sql`
    select jsonb_build_object('email', email, 'roles', roles, 'active', active,
      'former_emails', ${table === 'users' ? sql`previous_emails` : sql`null::text[]`})
    from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${id}`;
  return sql`coalesce((${subjectOf('users')}), (${subjectOf('clients')}))`;
};

interface NamedSubject {
  id: string;
  email: string | null;
  former_emails: string[] | null;
  roles: string[];
}

/** Finds the active user or client with this address; `clientId` names the client whose derived address it is. */
export async function findActiveByAddress(
  db: Db,
  address: string,
  clientId: string | null,
): Promise<NamedSubject | undefined> {
  const { rows } = await sql<NamedSubject>`
    (select id, email, previous_emails as former_emails, roles from users
     where active and id = ${userOfAddress(sql`${address}::text`)})
    union all
    (select id, email, null, roles from clients
     where active and (lower(email) = lower(${address}) or (email is null and id = ${clientId}))
     order by created_at, id limit 1)
    limit 1`.execute(db);
  return rows[0];
}
