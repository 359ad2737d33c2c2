// Reads whether the directory has the assignee and the group of a record.
import { type RawBuilder, sql } from 'kysely';
import { userOfAddress } from '../../platform/postgres/addresses.ts';
import { runNamed } from '../../platform/postgres/statements.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { presentGroupSql } from '../groups/group-names.sql.ts';

export interface AssignmentFacts {
  /** Null if no user has the address of the assignee. */
  person: { active: boolean; roles: string[] } | null;
  /** False if no group has or had the name. */
  has_group: boolean;
  /** The present name of the group, or the given one if it is unknown. */
  group: string | null;
}

/**
 * Selects the facts about a row of `table` as part of a statement: an insert returns them, so that a new record needs no
 * further round trip. A row without an assignee and a group reads neither users nor groups.
 */
export const assignmentSql = (table: string): RawBuilder<AssignmentFacts | null> => {
  const assignee = sql.ref(`${table}.assigned_to`);
  const group = sql.ref(`${table}.assignment_group`);
  return sql`case when ${assignee} is not null or ${group} is not null then jsonb_build_object(
    'person', (select jsonb_build_object('active', users.active, 'roles', users.roles)
      from users where users.id = ${userOfAddress(assignee)}),
    'has_group', exists (select from groups where groups.name = ${presentGroupSql(group)}),
    'group', ${presentGroupSql(group)}) end`;
};

/** Reads the facts about a person and a group, either of which may be null. */
export async function readAssignment(
  tx: Tx,
  assignee: string | null,
  group: string | null,
): Promise<AssignmentFacts | null> {
  const { rows } = await runNamed(
    tx,
    'assignment',
    sql<{ facts: AssignmentFacts | null }>`
    select ${assignmentSql('assignment')} as facts
    from (values (${assignee}::text, ${group}::text)) as assignment (assigned_to, assignment_group)`,
  );
  return rows[0]?.facts ?? null;
}

/** The best match is nearly always among the first; each is compared letter by letter. */
const MAX_SIMILAR = sql.lit(20);

/** Returns the addresses of active users with one of the roles, the most similar first. */
export async function findSimilarPeople(
  tx: Tx,
  address: string,
  roles: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from users where active and roles && ${roles}::text[]
    order by similarity(lower(email), lower(${address}::text)) desc, email
    limit ${MAX_SIMILAR}`.execute(tx);
  return rows.map(({ email }) => email);
}

/** Returns the names of groups, the most similar first. */
export async function findSimilarGroups(tx: Tx, name: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from groups order by similarity(lower(name), lower(${name}::text)) desc, name
    limit ${MAX_SIMILAR}`.execute(tx);
  return rows.map((group) => group.name);
}
