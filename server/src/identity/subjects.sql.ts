// Subjects of tokens in PostgreSQL: users and clients by id.
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

/** Called for every inbound webhook event, so lookups of a burst are batched. */
export const findSubject = batchedById<Subject>((db, ids) => subjectsById(db, [ids, ids]));
