// Subjects of tokens in PostgreSQL: users and clients by id.
import { type RawBuilder, sql } from 'kysely';

export interface Subject {
  email: string | null;
  roles: string[];
  active: boolean;
}

/**
 * The subject that an expression names, as part of a statement; null if there is none. An inbound event reads its webhook
 * and the owner together.
 */
export const subjectSql = (id: RawBuilder<unknown>): RawBuilder<Subject | null> => {
  const subjectOf = (table: 'users' | 'clients') => sql`
    select jsonb_build_object('email', email, 'roles', roles, 'active', active)
    from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = ${id}`;
  return sql`coalesce((${subjectOf('users')}), (${subjectOf('clients')}))`;
};
