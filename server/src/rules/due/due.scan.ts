// After a rule for which time has to pass is saved, finds the records that meet its condition already.
import { instanceContext } from '../../platform/context.ts';
import { addJob } from '../../platform/background/jobs.ts';
import type { AuditContext } from '../../platform/context.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { readRuleDefinitions } from '../../platform/runtime/rule-definitions.ts';
import { automationOf } from '../../records/index.ts';
import { relatedReader } from '../run/related.ts';
import { compileRule } from '../run/compiled.ts';
import { meets } from './due.waiting.ts';
import {
  byId,
  deleteSomeOfRule,
  findStateTimes,
  recordsAfter,
  saveWaiting,
  type Waiting,
} from './due.sql.ts';
import { dueTime } from './due.times.ts';

export const SCAN_JOB = 'scan_due_rule';

/** A job reads this many records, then adds the next one. */
const MAX_BATCH = 500;
const MAX_DELETED = 10_000;
/** Processes that did not know the rule yet wrote records meanwhile; they are read again after this time. */
const SECOND_PASS_MS = 15_000;

interface Scan {
  rule_id: string;
  version: number;
  /** The last record that was read. */
  after: string;
  /** The second pass reads what was updated since. */
  updated_since: string | null;
}

interface Saved {
  id: string;
  version: number;
  on: string;
  active: boolean;
}

export async function scanForDue(
  tx: Tx,
  { now }: Pick<AuditContext, 'now'>,
  { id, version }: Saved,
): Promise<void> {
  const scan: Scan = { rule_id: id, version, after: '', updated_since: null };
  await addJob(tx, SCAN_JOB, scan);
  const again: Scan = { ...scan, updated_since: new Date(now.getTime() - 60_000).toISOString() };
  await addJob(tx, SCAN_JOB, again, { runAt: new Date(now.getTime() + SECOND_PASS_MS) });
}

/** Returns the next scan, or undefined at the end. A rule that is gone waits for nothing. */
async function scanSome(tx: Tx, deps: Deps, scan: Scan): Promise<Scan | undefined> {
  const context = { ...(await instanceContext(deps)), rules: await readRuleDefinitions(tx) };
  const rule = context.rules.rules.find(({ id }) => id === scan.rule_id);
  if (!rule?.due) {
    const deleted = await deleteSomeOfRule(tx, scan.rule_id, MAX_DELETED);
    return deleted === MAX_DELETED ? scan : undefined;
  }
  const automation = automationOf(rule.record_type);
  // A later version has a scan of its own.
  if (!automation || rule.version !== scan.version) return undefined;
  const { table } = automation.type;
  const rows = await table.findSome(tx, recordsAfter(scan), byId, MAX_BATCH);
  const compiled = compileRule(rule, context);
  const readRelated = relatedReader(tx, automation);
  const times =
    rule.due.since === 'state_since'
      ? await findStateTimes(
          tx,
          rows.map(({ id }) => id as string),
        )
      : new Map<string, string>();
  const waiting: Waiting[] = [];
  for (const row of rows) {
    if (!(await meets(compiled, row, readRelated))) continue;
    const due_at = dueTime(rule.due, row, times.get(row.id) ?? row.created_at, context.sla);
    if (due_at !== null)
      waiting.push({ rule_id: rule.id, record_id: row.id, record_type: rule.record_type, due_at });
  }
  await saveWaiting(tx, waiting);
  return rows.length < MAX_BATCH ? undefined : { ...scan, after: rows.at(-1)?.id ?? '' };
}

export const scanDueRule = async (deps: Deps, payload: unknown): Promise<void> =>
  transact(deps, async (tx) => {
    const next = await scanSome(tx, deps, payload as Scan);
    if (next) await addJob(tx, SCAN_JOB, next);
  });
