// Reads what the clocks of records depend on: their states with the reasons of holds, merges, and responses of agents.
import { type RawBuilder, sql } from 'kysely';
import { roles } from '../identity/index.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { SlaType } from '../platform/runtime/sla-definitions.ts';

/** The fields of an entry that clocks depend on; absent fields did not change. */
export interface StoredStep {
  record_id: string;
  at: string;
  state?: string | null;
  on_hold_reason?: string | null;
  merged_into?: string | null;
}

/** Names who made a step. */
export interface StepCause {
  kind: string;
  actor: string;
  request_id?: string;
  note_id?: string;
}

interface StoredResponse {
  record_id: string;
  at: string;
}

export interface StoredHistory {
  steps: StoredStep[];
  responses: StoredResponse[];
}

const clockFields = ['state', 'on_hold_reason', 'merged_into'] as const;

const memberOf = (name: string): RawBuilder<unknown> =>
  sql`case when changes ? ${sql.lit(name)} then jsonb_build_object(${sql.lit(name)}, changes #> ${sql.lit(`{${name},to}`)}) else '{}' end`;

/** Notes of earlier releases do not say whether they are responses: those of people who work here now are. */
const isResponse = (requester: RawBuilder<unknown>) => sql<boolean>`
  coalesce(note.is_response, lower(note.author) is distinct from lower(${requester}) and exists (
    select from users where lower(users.email) = lower(note.author)
      and users.roles && ${roles.filter((role) => role !== 'requester' && role !== 'auditor')}::text[]))`;

const tables: Readonly<Record<SlaType, { table: string; requester: RawBuilder<unknown> }>> = {
  incident: { table: 'incidents', requester: sql`record.requester` },
  request: {
    table: 'service_requests',
    requester: sql`coalesce(record.requested_for, record.requested_by)`,
  },
};

/** Both parts are in the order of time. */
export async function readHistories(
  db: Db | Tx,
  type: SlaType,
  ids: readonly string[],
): Promise<StoredHistory> {
  const { table, requester } = tables[type];
  const parts = clockFields.map(memberOf);
  const { rows: steps } = await sql<{ record_id: string; at: string; step: object }>`
    select record_id, at, ${sql.join(parts, sql` || `)} as step
    from entries
    where record_type = ${type} and record_id = any(${ids}::text[])
      and changes ?| array[${sql.join(clockFields.map((name) => sql.lit(name)))}]
    order by at, id`.execute(db);
  const { rows: responses } = await sql<StoredResponse>`
    select note.record_id, note.created_at as at
    from work_notes as note join ${sql.table(table)} as record on record.id = note.record_id
    where note.record_id = any(${ids}::text[]) and note.visibility = 'public' and ${isResponse(requester)}
    order by note.created_at, note.id`.execute(db);
  return {
    steps: steps.map(({ step, ...entry }) => ({ ...entry, ...step })),
    responses,
  };
}

const MAX_CAUSES = 2000;

/**
 * Returns who made each step of a record, with the note that everybody who sees the record may read, the newest first: the last one
 * of an instant decided the state after it.
 */
export async function findCauses(
  db: Db,
  type: SlaType,
  id: string,
): Promise<{ at: string; cause: StepCause }[]> {
  const { rows } = await sql<{ at: string } & StepCause & { note_id: string | null }>`
    select at, kind, actor, request_id, 
      (select id from work_notes where id = changes #>> '{work_note,to}' and visibility = 'public') as note_id
    from entries
    where record_type = ${type} and record_id = ${id}
      and changes ?| array[${sql.join([...clockFields, 'work_note'].map((name) => sql.lit(name)))}]
    order by at desc, id desc limit ${MAX_CAUSES}`.execute(db);
  return rows.map(({ at, note_id, ...cause }) => ({
    at,
    cause: { ...cause, ...(note_id && { note_id }) },
  }));
}
