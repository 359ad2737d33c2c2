// Runs the rules of the instance in each write of a record, and returns what they change and do.
import type { ChainLink, Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  type AnyAutomation,
  automationOf,
  type RuledWrite,
  type RuleEngine,
  type RuleOutcome,
  type RuleRun,
} from '../../records/index.ts';
import { hasEffects } from '../actions/actions.ts';
import { chooseInTransaction } from '../actions/assignees.ts';
import type { Row, World } from '../actions/draft.ts';
import { findMisfit } from '../actions/misfits.ts';
import { rulesOf } from './compiled.ts';
import { type Effects, explainEffects, notesOf, prepareEffects, storeEffects } from './effects.ts';
import { completeContext, type Partially, rulesContext } from './contexts.ts';
import { firstMatch, interpret, type RanRule, type RunInput } from './interpret.ts';
import { relatedReader } from './related.ts';
import { insertRuns } from './runs.sql.ts';
import { isFieldChanged, isMergedRow, triggersOf } from './triggers.ts';

/** A write that follows from so many others in which rules ran runs no more rules: they would go on for ever. */
const MAX_CHAIN = 3;

const definitionOf = ({ id, version, name }: RanRule['rule']) => ({ id, version, name });

/** A run that neither changes nor does anything is no part of the history of the record. */
export const effectiveRuns = (
  automation: AnyAutomation,
  ran: readonly RanRule[],
  next: Row,
): RanRule[] =>
  ran.filter(
    ({ draft }, at) =>
      hasEffects(draft) || isFieldChanged(automation, ran[at - 1]?.draft.row ?? next, draft.row),
  );

interface Prepared {
  ran: RanRule;
  effects: Effects;
}

/** Rendering texts takes time, and the entry, the events and the notes need them. */
const onceById = <Result>(compute: (id: string) => Result): ((id: string) => Result) => {
  const known = new Map<string, Result>();
  return (id) => {
    const result = known.get(id) ?? compute(id);
    known.set(id, result);
    return result;
  };
};

function outcomeOf(
  context: Context,
  automation: AnyAutomation,
  prepared: readonly Prepared[],
  row: Row,
): RuleOutcome<Row> {
  const { chain = [], actor } = context;
  const runs = prepared.map(({ ran, effects }): RuleRun<Row> => ({
    cause: {
      kind: 'rule',
      rule: definitionOf(ran.rule),
      inputs: ran.inputs,
      ...explainEffects(effects),
      ...(chain.length > 0 && { chain: chain.map((one) => ({ ...one, rules: [...one.rules] })) }),
    },
    row: ran.draft.row,
    also: effects.also,
    notesFor: onceById((id) => notesOf(effects, automation, { author: actor.email, id })),
  }));
  const rules = prepared.map(({ ran }) => ran.rule.id);
  const chainFor = (id: string): ChainLink[] => [...chain, { record: id, rules }];
  return {
    row,
    runs,
    context,
    chainFor,
    finish: async (tx, saved) => {
      const causing = { ...context, chain: chainFor(saved.id) };
      for (const [at, { ran, effects }] of prepared.entries()) {
        const via = { rule: ran.rule.id, version: ran.rule.version };
        const notes = runs[at]?.notesFor(saved.id) ?? [];
        await storeEffects(tx, causing, automation, saved, effects, { notes, via });
        for (const note of notes)
          if (note.visibility === 'public')
            await automation.notify?.(tx, causing, saved, saved, note);
      }
      await insertRuns(
        tx,
        automation.type.type,
        saved,
        prepared.map(({ ran }) => ran.rule),
        context.now,
      );
    },
  };
}

/** The entry shows the rule that would have run, and the updates that led to it. */
function stoppedOutcome(context: Context, rule: RanRule['rule'], next: Row): RuleOutcome<Row> {
  const { chain = [] } = context;
  return {
    row: next,
    runs: [
      {
        cause: {
          kind: 'rule_chain',
          rule: definitionOf(rule),
          chain: chain.map((one) => ({ ...one, rules: [...one.rules] })),
        },
        row: next,
        also: {},
        notesFor: () => [],
      },
    ],
    context,
    chainFor: () => chain,
    finish: async () => {},
  };
}

async function runInWrite(
  tx: Tx,
  given: Partially,
  automation: AnyAutomation,
  write: RuledWrite<Row>,
): Promise<RuleOutcome<Row> | undefined> {
  if (isMergedRow(write.next) || isMergedRow(write.before)) return undefined;
  const context = rulesContext(await completeContext(tx, given));
  const rules = rulesOf(automation.type.type, context);
  if (rules.length === 0) return undefined;
  const { before, next, notes, due } = write;
  const input: RunInput = {
    before,
    next,
    note: notes.at(-1),
    triggers: triggersOf(write, before !== null && isFieldChanged(automation, before, next)),
    due: due && new Set(due),
    readRelated: relatedReader(tx, automation),
  };
  if ((context.chain?.length ?? 0) >= MAX_CHAIN) {
    const stopped = await firstMatch(rules, input);
    return stopped && stoppedOutcome(context, stopped.rule, next);
  }
  const worldOf = (): World => ({
    automation,
    context,
    choose: chooseInTransaction(tx, context),
    misfit: (assignment) => findMisfit(tx, context, automation, assignment),
    macros: context.rules.macros,
    room: { texts: 0 },
  });
  const ran = effectiveRuns(automation, await interpret(rules, input, worldOf), next);
  const prepared: Prepared[] = [];
  for (const [at, one] of ran.entries()) {
    const effects = await prepareEffects(
      tx,
      automation,
      one.rule.name,
      one.draft,
      prepared.map(({ effects: earlier }) => earlier),
    );
    const isChange = isFieldChanged(automation, ran[at - 1]?.draft.row ?? next, one.draft.row);
    if (isChange || hasEffects({ ...one.draft, watchers: [...effects.watchers] }))
      prepared.push({ ran: one, effects });
  }
  return prepared.length === 0
    ? undefined
    : outcomeOf(context, automation, prepared, ran.at(-1)?.draft.row ?? next);
}

export const ruleEngine: RuleEngine = {
  run: (tx, context, type, write) => {
    const { rules } = context as Partially;
    if (rules?.rules.length === 0) return undefined;
    const automation = automationOf(type.type);
    if (!automation) return undefined;
    return runInWrite(tx, context, automation, write as never) as Promise<never>;
  },
};
