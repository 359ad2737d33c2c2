// Subjects of tokens in PostgreSQL: people and clients by their one id.
import { sql } from 'kysely';
import { precompiled } from '../platform/postgres/statements.ts';
import { batchedById } from '../platform/postgres/batch-reads.ts';

interface Subject {
  id: string;
  email: string | null;
  roles: string[];
  active: boolean;
}

const subjectsById = precompiled<Subject>((db) => ({
  compile: () =>
    sql<Subject>`
      select id, email, roles, active from users where id = any(${null})
      union all select id, email, roles, active from clients where id = any(${null})`.compile(db),
}));

/** An inbound webhook asks at every event; those of a storm ask together. */
export const findSubject = batchedById<Subject>((db, ids) => subjectsById(db, [ids, ids]));
