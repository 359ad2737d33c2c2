// The records that wait for rules in PostgreSQL.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface DueRulesTable {
  rule_id: string;
  record_id: string;
  record_type: string;
  due_at: string;
  ran_at: string | null;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    due_rules: DueRulesTable;
  }
}

export interface Waiting {
  rule_id: string;
  record_id: string;
  record_type: string;
  due_at: string;
}

/** A rule that has run waits again only after the record has left the condition. */
export async function saveWaiting(tx: Tx, waiting: readonly Waiting[]): Promise<void> {
  if (waiting.length === 0) return;
  await sql`
    insert into due_rules as stored (rule_id, record_id, record_type, due_at, ran_at)
    select rule_id, record_id, record_type, due_at, null
    from json_to_recordset(${JSON.stringify(waiting)}::json)
      as given (rule_id text, record_id text, record_type text, due_at timestamptz)
    on conflict (rule_id, record_id) do update set due_at = excluded.due_at
    where stored.ran_at is null and stored.due_at <> excluded.due_at`.execute(tx);
}

export async function deleteWaiting(
  tx: Tx,
  recordId: string,
  ruleIds: readonly string[],
): Promise<void> {
  if (ruleIds.length === 0) return;
  await sql`
    delete from due_rules where record_id = ${recordId} and rule_id = any(${ruleIds}::text[])`.execute(
    tx,
  );
}

export const byId = sql`id`;

/** Selects the records that a scan has not read yet. */
export const recordsAfter = ({
  after,
  updated_since: since,
}: {
  after: string;
  updated_since: string | null;
}): RawBuilder<unknown> =>
  sql`id > ${after} and deleted_at is null ${since ? sql`and updated_at >= ${since}::timestamptz` : sql``}`;

/** Returns how many were deleted. */
export async function deleteSomeOfRule(tx: Tx, ruleId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from due_rules where rule_id = ${ruleId} and record_id in (
      select record_id from due_rules where rule_id = ${ruleId} limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}

export const nextDueMs = (now: Date): RawBuilder<unknown> => sql`
  select extract(epoch from due_at - ${now.toISOString()}::timestamptz) * 1000
  from due_rules where ran_at is null order by due_at limit 1`;

export interface DueRecord {
  record_id: string;
  record_type: string;
  due_at: string;
}

/** Returns the records that have waited longest. They are not locked: a write locks its record first. */
export async function findDueRecords(db: Db, now: Date, limit: number): Promise<DueRecord[]> {
  const { rows } = await sql<DueRecord>`
    select record_id, record_type, min(due_at) as due_at from (
      select record_id, record_type, due_at from due_rules
      where ran_at is null and due_at <= ${now.toISOString()}::timestamptz
      order by due_at limit ${limit}) as due
    group by record_id, record_type order by min(due_at), record_id`.execute(db);
  return rows;
}

/** Locks what is due of a locked record. */
export async function lockDueRules(tx: Tx, recordId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ rule_id: string }>`
    select rule_id from due_rules
    where record_id = ${recordId} and ran_at is null and due_at <= ${now.toISOString()}::timestamptz
    order by rule_id for update`.execute(tx);
  return rows.map(({ rule_id }) => rule_id);
}

export async function markRan(
  tx: Tx,
  recordId: string,
  ruleIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update due_rules set ran_at = ${now.toISOString()}::timestamptz
    where record_id = ${recordId} and rule_id = any(${ruleIds}::text[])`.execute(tx);
}

/** Puts off a rule whose work failed, so that the others go on. */
export async function putOff(db: Db, recordId: string, until: Date): Promise<void> {
  await sql`
    update due_rules set due_at = ${until.toISOString()}::timestamptz
    where record_id = ${recordId} and ran_at is null and due_at < ${until.toISOString()}::timestamptz`.execute(
    db,
  );
}

/** Returns when each record came to its state, by the audit trail. */
export async function findStateTimes(
  db: Db | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ record_id: string; at: string }>`
    select record_id, max(at) as at from entries
    where record_id = any(${ids}::text[]) and changes ? 'state' group by record_id`.execute(db);
  return new Map(rows.map(({ record_id, at }) => [record_id, at]));
}
