// Subjects of tokens in PostgreSQL: people and clients by their one id.
import { sql } from 'kysely';
import { gathered } from '../platform/gather.ts';

interface Subject {
  id: string;
  email: string | null;
  roles: string[];
  active: boolean;
}

/** An inbound webhook asks at every event; those of a storm ask together. */
export const findSubject = gathered<Subject>(async (db, ids) => {
  const { rows } = await sql<Subject>`
    select id, email, roles, active from users where id = any(${ids})
    union all select id, email, roles, active from clients where id = any(${ids})`.execute(db);
  return rows;
});
