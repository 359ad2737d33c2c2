// Runs the rules for which enough time has passed. Any number of workers may sweep concurrently.
import { randomUUID } from 'node:crypto';
import type { DueWork } from '../../platform/background/due-work.ts';
import { type Context, instanceContext } from '../../platform/context.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { ruleDefinitionsReader } from '../../platform/runtime/rule-definitions.ts';
import { type AnyAutomation, automationOf, lockIf, saveUpdate } from '../../records/index.ts';
import type { Row } from '../actions/draft.ts';
import { rulesOf } from '../run/compiled.ts';
import { rulesContext } from '../run/contexts.ts';
import { relatedReader } from '../run/related.ts';
import {
  deleteWaiting,
  type DueRecord,
  findDueRecords,
  findStateTimes,
  lockDueRules,
  markRan,
  nextDueMs,
  putOff,
  saveWaiting,
} from './due.sql.ts';
import { dueTime } from './due.times.ts';
import { canWait, meets } from './due.waiting.ts';

const MAX_BATCH = 100;
/** Transactions at the same time; each writes one record. */
const AT_ONCE = 4;
const PAUSE_MS = 1000;
const PUT_OFF_MS = 60_000;

/** Returns the rules to run now; the others wait on, or no longer wait. */
async function decide(
  tx: Tx,
  context: Context,
  automation: AnyAutomation,
  row: Row,
): Promise<string[]> {
  const rules = rulesOf(automation.type.type, context);
  const readRelated = relatedReader(tx, automation);
  const ready: string[] = [];
  const left: string[] = [];
  let stateSince: string | undefined;
  for (const id of await lockDueRules(tx, row.id, context.now)) {
    const compiled = rules.find(({ rule }) => rule.id === id && rule.on === 'due');
    const { due, record_type } = compiled?.rule ?? {};
    if (!compiled || !due || !record_type || !(await meets(compiled, row, readRelated))) {
      left.push(id);
      continue;
    }
    if (due.since === 'state_since')
      stateSince ??= (await findStateTimes(tx, [row.id])).get(row.id) ?? row.created_at;
    const due_at = dueTime(due, row, stateSince ?? row.created_at, context.sla);
    if (due_at === null) left.push(id);
    else if (Date.parse(due_at) > context.now.getTime())
      await saveWaiting(tx, [{ rule_id: id, record_id: row.id, record_type, due_at }]);
    else ready.push(id);
  }
  await deleteWaiting(tx, row.id, left);
  return ready;
}

async function runDue(
  tx: Tx,
  given: Context,
  { record_id, record_type }: DueRecord,
): Promise<void> {
  const automation = automationOf(record_type);
  const locked = automation && (await lockIf(tx, given, automation.type, record_id, canWait));
  if (!automation || !locked) {
    await deleteWaiting(tx, record_id, await lockDueRules(tx, record_id, given.now));
    return;
  }
  const { before, context } = locked;
  const due = await decide(tx, context, automation, before);
  if (due.length === 0) return;
  await markRan(tx, record_id, due, context.now);
  const row = await saveUpdate(tx, context, automation.type, before, before, { due });
  await automation.notify?.(tx, context, before, row);
}

async function sweep(
  deps: Deps,
  readRules: ReturnType<typeof ruleDefinitionsReader>,
): Promise<boolean> {
  const asOf = deps.now();
  const requestId = `rules-${randomUUID()}`;
  // A rule that this process has not cached yet may be due already.
  const instance = { ...(await instanceContext(deps)), rules: await readRules(deps.db) };
  const found = await findDueRecords(deps.db, asOf, MAX_BATCH);
  const waiting = [...found];
  const work = async (): Promise<void> => {
    for (let record = waiting.shift(); record; record = waiting.shift()) {
      const one = record;
      try {
        await transact(deps, async (tx) => {
          const context = { ...instance, requestId, now: deps.now(), clock: deps.now };
          await runDue(tx, rulesContext(context as Context), one);
        });
      } catch (error) {
        deps.log.error({ err: error, record: one.record_id, request_id: requestId }, 'rule.failed');
        await putOff(deps.db, one.record_id, new Date(asOf.getTime() + PUT_OFF_MS));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const [first] = found;
  if (first) {
    const lateMs = asOf.getTime() - Date.parse(first.due_at);
    deps.log.info({ request_id: requestId, records: found.length, late_ms: lateMs }, 'rules.swept');
  }
  return found.length === MAX_BATCH;
}

export function dueRuleWork(deps: Deps): DueWork {
  const readRules = ruleDefinitionsReader();
  return {
    name: 'sweep-due-rules',
    waitMs: nextDueMs,
    pauseMs: PAUSE_MS,
    run: () => sweep(deps, readRules),
  };
}
