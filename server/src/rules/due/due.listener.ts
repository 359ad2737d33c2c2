// Keeps the rules that a record waits for up to date, in the transaction of each write.
import type { AuditContext, Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type AnyAutomation, automationOf, type SaveListeners } from '../../records/index.ts';
import type { Row } from '../actions/draft.ts';
import { type CompiledRule, rulesOf } from '../run/compiled.ts';
import { completeContext } from '../run/contexts.ts';
import { relatedReader } from '../run/related.ts';
import { dueTime } from './due.times.ts';
import { meets } from './due.waiting.ts';
import { deleteWaiting, findStateTimes, saveWaiting, type Waiting } from './due.sql.ts';
import { automatedTypes } from '../../platform/runtime/rule-definitions.ts';

interface Moved {
  before: Row | null;
  after: Row;
}

const isStateNew = ({ before, after }: Moved): boolean => before?.state !== after.state;

/** Whether the time from which the rule counts is another one than before. */
const isRestarted = ({ rule: { due } }: CompiledRule, moved: Moved): boolean =>
  due?.since === 'updated_at' || (due?.since === 'state_since' && isStateNew(moved));

async function update(
  tx: Tx,
  context: Context,
  automation: AnyAutomation,
  rules: readonly CompiledRule[],
  moved: Moved,
): Promise<void> {
  const { before, after } = moved;
  const readRelated = relatedReader(tx, automation);
  const waiting: Waiting[] = [];
  const left: string[] = [];
  let stateSince = isStateNew(moved) ? after.updated_at : undefined;
  for (const compiled of rules) {
    const { rule } = compiled;
    const [held, holds] = [
      await meets(compiled, before, readRelated),
      await meets(compiled, after, readRelated),
    ];
    if (!holds && held) left.push(rule.id);
    if (!rule.due || !holds || (held && !isRestarted(compiled, moved))) continue;
    // A row of an earlier stay may be left over.
    if (!held && before) left.push(rule.id);
    if (rule.due.since === 'state_since')
      stateSince ??= (await findStateTimes(tx, [after.id])).get(after.id) ?? after.created_at;
    const due_at = dueTime(rule.due, after, stateSince ?? after.created_at, context.sla);
    const { id: record_id } = after;
    if (due_at !== null)
      waiting.push({ rule_id: rule.id, record_id, record_type: rule.record_type, due_at });
  }
  await deleteWaiting(tx, after.id, left);
  await saveWaiting(tx, waiting);
}

const listen = async (
  tx: Tx,
  type: (typeof automatedTypes)[number],
  before: Row | null,
  after: Row,
  given: AuditContext,
): Promise<void> => {
  const automation = automationOf(type);
  const known = (given as Partial<Context>).rules;
  if (!automation || given.isDryRun || known?.rules.length === 0) return;
  const context = await completeContext(tx, given);
  const rules = rulesOf(type, context).filter(({ rule }) => rule.on === 'due');
  if (rules.length > 0) await update(tx, context, automation, rules, { before, after });
};

export const dueListeners: SaveListeners = Object.fromEntries(
  automatedTypes.map((type) => [
    type,
    (tx: Tx, before: Row | null, after: Row, context: AuditContext) =>
      listen(tx, type, before, after, context),
  ]),
);
