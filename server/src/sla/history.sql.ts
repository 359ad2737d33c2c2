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
