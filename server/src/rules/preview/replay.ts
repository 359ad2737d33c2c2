// Runs one rule on past writes, one after the other: what it changes stays changed for the writes that follow.
import { setImmediate } from 'node:timers/promises';
import { type FieldDiff, diffFields } from '../../events/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { RuleTrigger } from '../../platform/runtime/rule-definitions.ts';
import { type AnyAutomation, customChanges } from '../../records/index.ts';
import { hasEffects } from '../actions/actions.ts';
import { simulateChoices } from '../actions/assignees.ts';
import type { Draft, Row, World } from '../actions/draft.ts';
import { findMisfit } from '../actions/misfits.ts';
import { meets } from '../due/due.waiting.ts';
import { dueTime } from '../due/due.times.ts';
import type { CompiledRule } from '../run/compiled.ts';
import { relatedReader } from '../run/related.ts';
import { isFieldChanged, isMergedRow, triggersOf } from '../run/triggers.ts';
import { interpret, type RanRule } from '../run/interpret.ts';
import { type Past, type PastWrite, withChanges } from './past.ts';

export interface ReplayedRun {
  at: string;
  recordId: string;
  on: RuleTrigger;
  changes: FieldDiff;
  draft: Draft;
}

/** The process answers other requests between so many writes. */
const AT_ONCE = 100;

interface Waiting {
  recordId: string;
  at: string;
}

class Replay {
  readonly #db: Db | Tx;
  readonly #context: Context;
  readonly #automation: AnyAutomation;
  readonly #compiled: CompiledRule;
  readonly #rows = new Map<string, Row>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #stateSince = new Map<string, string>();
  readonly #hasRun = new Set<string>();
  readonly #watching = new Map<string, ReadonlySet<string>>();
  readonly #readRelated: ReturnType<typeof relatedReader>;
  readonly #choose: World['choose'];
  readonly #misfits = new Map<string, ReturnType<World['misfit']>>();
  readonly runs: ReplayedRun[] = [];

  constructor(db: Db | Tx, context: Context, automation: AnyAutomation, compiled: CompiledRule) {
    this.#db = db;
    this.#context = context;
    this.#automation = automation;
    this.#compiled = compiled;
    this.#readRelated = relatedReader(db, automation);
    this.#choose = simulateChoices(db, context.now);
  }

  #misfit(
    context: Context,
    assignment: Parameters<World['misfit']>[0],
  ): ReturnType<World['misfit']> {
    const key = JSON.stringify(assignment);
    const found =
      this.#misfits.get(key) ?? findMisfit(this.#db, context, this.#automation, assignment);
    this.#misfits.set(key, found);
    return found;
  }

  #worldAt(at: string): World {
    const context = { ...this.#context, now: new Date(at) };
    return {
      automation: this.#automation,
      context,
      choose: this.#choose,
      misfit: (assignment) => this.#misfit(context, assignment),
      macros: context.rules.macros,
      room: { texts: 0 },
    };
  }

  /** Records the run, unless it neither changes nor does anything. */
  #record(at: string, recordId: string, next: Row, [ran]: readonly RanRule[]): Row {
    if (!ran) return next;
    const { computed = [], type } = this.#automation;
    const unknown = Object.fromEntries(computed.map((field) => [field, next[field]]));
    const row = { ...ran.draft.row, ...unknown };
    const draft = { ...ran.draft, row, watchers: this.#newWatchers(recordId, ran.draft.watchers) };
    const changes = { ...diffFields(next, row, type.auditedFields), ...customChanges(next, row) };
    if (Object.keys(changes).length > 0 || hasEffects(draft))
      this.runs.push({ at, recordId, on: this.#compiled.rule.on, changes, draft });
    return row;
  }

  /** Somebody whom the rule made watch the record once watches it from then on. */
  #newWatchers(recordId: string, wanted: readonly string[]): string[] {
    const known = this.#watching.get(recordId) ?? new Set();
    const added = wanted.filter((one) => !known.has(one));
    if (added.length > 0) this.#watching.set(recordId, new Set([...known, ...added]));
    return added;
  }

  async write({ at, recordId, isCreation, changes, note }: PastWrite, stored: Row): Promise<void> {
    await this.runDue(at);
    const before = isCreation ? null : (this.#rows.get(recordId) ?? stored);
    const next = {
      ...withChanges(before ?? stored, changes, 'to'),
      updated_at: at,
      ...(isCreation && { created_at: at }),
    };
    const isChanged = before !== null && isFieldChanged(this.#automation, before, next);
    const triggers = triggersOf({ before, next, notes: note ? [note] : [] }, isChanged);
    const input = { before, next, note, triggers, readRelated: this.#readRelated };
    const ran = isMergedRow(next)
      ? []
      : await interpret([this.#compiled], input, () => this.#worldAt(at));
    this.#rows.set(recordId, this.#record(at, recordId, next, ran));
    await this.#wait(at, recordId, before);
  }

  /** Notes when the rule is due for the record, as the write would. */
  async #wait(at: string, recordId: string, before: Row | null): Promise<void> {
    const { due } = this.#compiled.rule;
    if (!due) return;
    const row = this.#rows.get(recordId);
    if (!row) return;
    if (before?.state !== row.state) this.#stateSince.set(recordId, at);
    if (!(await meets(this.#compiled, row, this.#readRelated))) {
      this.#waiting.delete(recordId);
      this.#hasRun.delete(recordId);
      return;
    }
    if (this.#hasRun.has(recordId)) return;
    const since = this.#stateSince.get(recordId) ?? row.created_at;
    const dueAt = dueTime(due, row, since, this.#context.sla);
    if (dueAt !== null) this.#waiting.set(recordId, { recordId, at: dueAt });
  }

  /** Runs what fell due until then, in the order of time. */
  async runDue(until: string): Promise<void> {
    for (;;) {
      let first: Waiting | undefined;
      for (const one of this.#waiting.values())
        if (one.at <= until && (!first || one.at < first.at)) first = one;
      if (!first) return;
      const { recordId, at } = first;
      this.#waiting.delete(recordId);
      this.#hasRun.add(recordId);
      const row = this.#rows.get(recordId);
      if (!row) continue;
      const input = {
        before: row,
        next: row,
        triggers: new Set<RuleTrigger>(),
        due: new Set([this.#compiled.rule.id]),
        readRelated: this.#readRelated,
      };
      const ran = await interpret([this.#compiled], input, () => this.#worldAt(at));
      this.#rows.set(recordId, { ...this.#record(at, recordId, row, ran), updated_at: at });
      await this.#wait(at, recordId, row);
    }
  }
}

/** Returns the runs in the order of time. */
export async function replay(
  db: Db | Tx,
  context: Context,
  automation: AnyAutomation,
  compiled: CompiledRule,
  { writes, before }: Past,
): Promise<ReplayedRun[]> {
  const replayed = new Replay(db, context, automation, compiled);
  for (const [at, write] of writes.entries()) {
    if (at % AT_ONCE === 0) await setImmediate();
    const stored = before.get(write.recordId);
    if (stored) await replayed.write(write, stored);
  }
  await replayed.runDue(context.now.toISOString());
  return replayed.runs;
}
