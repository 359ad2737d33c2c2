// Subjects of tokens in PostgreSQL: people and clients by their one id.
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';

interface Subject {
  email: string | null;
  roles: string[];
  active: boolean;
}

/** In one round trip: an inbound webhook asks at every event. */
export async function findSubject(db: Db, id: string): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    select email, roles, active from users where id = ${id}
    union all select email, roles, active from clients where id = ${id}`.execute(db);
  return rows[0];
}
