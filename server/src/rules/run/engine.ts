// Runs the rules of the instance in each write of a record, and returns what they change and do.
import { isDeepStrictEqual } from 'node:util';
import { clientAddress, findUserOfAddress } from '../../identity/index.ts';
import type { AuditContext, ChainLink, Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { readCustomFields } from '../../platform/runtime/custom-fields.ts';
import { readRuleDefinitions, type RuleTrigger } from '../../platform/runtime/rule-definitions.ts';
import { readSettings } from '../../platform/runtime/settings.ts';
import { readSlaDefinitions } from '../../platform/runtime/sla-definitions.ts';
import {
  type AnyAutomation,
  automationOf,
  customChanges,
  type RuledWrite,
  type RuleEngine,
  type RuleOutcome,
  type RuleRun,
  typeNamed,
} from '../../records/index.ts';
import { hasEffects } from '../actions/actions.ts';
import { chooseInTransaction } from '../actions/assignees.ts';
import type { Row, World } from '../actions/draft.ts';
import { findMisfit } from '../actions/misfits.ts';
import { type CompiledRule, rulesOf } from './compiled.ts';
import { type Effects, explainEffects, notesOf, prepareEffects, storeEffects } from './effects.ts';
import { firstMatch, interpret, type RanRule, type Related, type RunInput } from './interpret.ts';
import { insertRuns } from './runs.sql.ts';

/** A write that follows from so many others in which rules ran runs no more rules: they would go on for ever. */
const MAX_CHAIN = 3;

const RULES = 'rules';

/** Background work supplies only a part of a context. */
type Partially = AuditContext & Partial<Context>;

/** Actions apply with the rights of a manager, in the name of the service. */
export const rulesContext = (context: Context): Context => ({
  ...context,
  actor: {
    id: RULES,
    email: clientAddress({ BASE_URL: context.baseUrl }, RULES),
    roles: ['itsm_manager'],
    isClient: true,
  },
  reach: 'all',
  origin: undefined,
});

type InstanceParts = Pick<Context, 'settings' | 'fields' | 'sla' | 'rules'>;

const readParts = async (tx: Tx): Promise<InstanceParts> => ({
  settings: await readSettings(tx),
  fields: await readCustomFields(tx),
  sla: await readSlaDefinitions(tx),
  rules: await readRuleDefinitions(tx),
});

/** Background work may save many records in one transaction. */
const partsOf = new WeakMap<Tx, Promise<InstanceParts>>();

function partsIn(tx: Tx): Promise<InstanceParts> {
  const parts = partsOf.get(tx) ?? readParts(tx);
  partsOf.set(tx, parts);
  return parts;
}

const isComplete = ({ settings, fields, sla, rules }: Partially): boolean =>
  [settings, fields, sla, rules].every((part) => part !== undefined);

export const completeContext = async (tx: Tx, context: Partially): Promise<Context> => ({
  baseUrl: '',
  clock: () => context.now,
  ...((isComplete(context) ? {} : await partsIn(tx)) as InstanceParts),
  ...context,
  reach: 'all',
});

/** The request alone decides which rules it triggers. */
export const triggersOf = (
  { before, notes, due }: RuledWrite<Row>,
  isChanged: boolean,
): Set<RuleTrigger> => {
  if (due) return new Set(['updated']);
  if (!before) return new Set(['created']);
  return new Set([
    ...(isChanged ? (['updated'] as const) : []),
    ...(notes.length > 0 ? (['noted'] as const) : []),
  ]);
};

/** It changes with every note, which is no update of a field. */
const COUNTED = 'work_notes_count';

/** Columns that no representation shows, such as whether somebody chose the priority, are no fields. */
export const isFieldChanged = (
  { type: { auditedFields } }: AnyAutomation,
  before: Row,
  next: Row,
): boolean =>
  before !== next &&
  (auditedFields.some(
    (field: string) => field !== COUNTED && !isDeepStrictEqual(before[field], next[field]),
  ) ||
    Object.keys(customChanges(before, next)).length > 0);

const requesterOf = ({ type: { requesterColumns = [] } }: AnyAutomation, row: Row): string | null =>
  requesterColumns.map((column) => row[column] as string | null).find((one) => one) ?? null;

/** Reads the CI and the requester of a row once each. */
export function relatedReader(db: Db | Tx, automation: AnyAutomation): RunInput['readRelated'] {
  const known = new Map<string, Promise<object | null>>();
  const once = (key: string, read: () => Promise<object | undefined>): Promise<object | null> => {
    const found = known.get(key) ?? read().then((one) => one ?? null);
    known.set(key, found);
    return found;
  };
  return async (row: Row, { readsCi, readsRequester }: CompiledRule): Promise<Related> => {
    const requester = readsRequester ? requesterOf(automation, row) : null;
    const ciId = readsCi ? (row.ci_id as string | null) : null;
    return {
      ...(ciId && {
        ci: await once(`ci ${ciId}`, async () => typeNamed('ci')?.table.find(db, ciId)),
      }),
      ...(requester !== null && {
        requester: await once(`person ${requester}`, () => findUserOfAddress(db, requester)),
      }),
    };
  };
}

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

/** Duplicates change with their leader, where the rules have run. */
export const isMergedRow = (row: Row | null): boolean => (row?.['merged_into'] ?? null) !== null;

export const ruleEngine: RuleEngine = {
  run: (tx, context, type, write) => {
    const { rules } = context as Partially;
    if (rules?.rules.length === 0) return undefined;
    const automation = automationOf(type.type);
    if (!automation) return undefined;
    return runInWrite(tx, context, automation, write as never) as Promise<never>;
  },
};
