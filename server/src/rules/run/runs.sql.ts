// The runs of rules in PostgreSQL, for the list of a rule. The entries of the records explain them.
import { type Generated, type Selectable, sql } from 'kysely';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import { deferredWrite } from '../../platform/postgres/statements.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface RunsTable {
  id: Generated<string>;
  rule_id: string;
  rule_version: number;
  record_type: string;
  record_id: string;
  record_version: number;
  at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    rule_runs: RunsTable;
  }
}

export type RunRow = Pick<
  Selectable<RunsTable>,
  'id' | 'rule_version' | 'record_type' | 'record_id' | 'record_version' | 'at'
>;

const insert = deferredWrite('runs of rules', (db) =>
  db.insertInto('rule_runs').values({
    rule_id: null as never,
    rule_version: null as never,
    record_type: null as never,
    record_id: null as never,
    record_version: null as never,
    at: null as never,
  }),
);

export async function insertRuns(
  tx: Tx,
  recordType: string,
  record: { id: string; version: number },
  rules: readonly { id: string; version: number }[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  for (const { id, version } of rules)
    await insert(tx, [id, version, recordType, record.id, record.version, at]);
}

export const isOfRule = (ruleId: string) => sql<boolean>`rule_id = ${ruleId}`;

export const runList: ListSpec<RunRow> = {
  name: 'rule_runs',
  table: 'rule_runs',
  columns: ['id', 'rule_version', 'record_type', 'record_id', 'record_version', 'at'],
  large: [],
  sorts: { at: 'timestamptz' },
  mainSort: 'at',
  filters: {},
  total: 'bounded',
};

/** The audit trail explains older runs. */
const RETENTION_DAYS = 30;
const MAX_BATCH = 10_000;

/** Returns whether there may be more. */
export async function purgeExpiredRuns(db: Db, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - RETENTION_DAYS * 86_400_000).toISOString();
  const { numAffectedRows = 0n } = await sql`
    delete from rule_runs where id in (
      select id from rule_runs where at < ${before}::timestamptz limit ${sql.lit(MAX_BATCH)})`.execute(
    db,
  );
  return Number(numAffectedRows) === MAX_BATCH;
}
