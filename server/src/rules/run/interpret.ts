// Runs rules on a record as it would be: in order, each at most once, until one that stops. A rule sees what earlier ones
// set. Pure but for its world, so that a preview runs exactly as a write does.
import { valueBySteps } from '../../conditions/index.ts';
import type { RuleDefinition, RuleTrigger } from '../../platform/runtime/rule-definitions.ts';
import { applyActions } from '../actions/actions.ts';
import { type Draft, newDraft, type Row, type World } from '../actions/draft.ts';
import type { CompiledRule } from './compiled.ts';

export interface RanRule {
  rule: RuleDefinition;
  /** The values that the condition read. */
  inputs: Record<string, unknown>;
  draft: Draft;
}

/** A record and those that it names, as far as conditions read them. */
export interface Related {
  ci?: object | null;
  requester?: object | null;
}

export interface RunInput {
  before: Row | null;
  next: Row;
  /** The note that the write adds. */
  note?: object | null | undefined;
  triggers: ReadonlySet<RuleTrigger>;
  /** These rules run because time has passed. */
  due?: ReadonlySet<string> | undefined;
  /** Reads the CI and the requester of the row, if the rule's condition names fields of theirs. */
  readRelated: (row: Row, rule: CompiledRule) => Related | Promise<Related>;
}

type Subject = Parameters<CompiledRule['test']>[0];

const MAX_INPUTS = 10;

/** Returns the value of a field that a condition reads. */
export function readInput(name: string, subject: Subject): unknown {
  const [root = '', ...rest] = name.split('.');
  if (root === 'custom') return valueBySteps(subject.after, ['custom_values', ...rest]) ?? null;
  if (rest.length > 0) return valueBySteps(subject[root as keyof Subject], rest) ?? null;
  return valueBySteps(subject.after, [name]) ?? null;
}

const inputsOf = (names: readonly string[], subject: Subject): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(names)].slice(0, MAX_INPUTS).map((name) => [name, readInput(name, subject)]),
  );

const isTriggered = ({ id, on }: RuleDefinition, { triggers, due }: RunInput): boolean =>
  on === 'due' ? due?.has(id) === true : triggers.has(on);

/** Rules that time made due come first, then those of the update that they make; each in order. */
const inOrder = (rules: readonly CompiledRule[], input: RunInput): readonly CompiledRule[] => {
  const triggered = rules.filter(({ rule }) => isTriggered(rule, input));
  if (!input.due) return triggered;
  return triggered.toSorted((a, b) => Number(b.rule.on === 'due') - Number(a.rule.on === 'due'));
};

/** A rule of a new record compares its fields with nothing. */
const subjectOf = (row: Row, related: Related, { before, note }: RunInput): Subject => ({
  before,
  after: row,
  ...related,
  ...(note && { note }),
});

/** Returns the rule that runs first, without running it. */
export async function firstMatch(
  rules: readonly CompiledRule[],
  input: RunInput,
): Promise<CompiledRule | undefined> {
  for (const compiled of inOrder(rules, input)) {
    const related = await input.readRelated(input.next, compiled);
    if (compiled.test(subjectOf(input.next, related, input))) return compiled;
  }
  return undefined;
}

export async function interpret(
  rules: readonly CompiledRule[],
  input: RunInput,
  worldOf: () => World,
): Promise<RanRule[]> {
  const ran: RanRule[] = [];
  let world: World | undefined;
  let row = input.next;
  for (const compiled of inOrder(rules, input)) {
    const readsOthers = compiled.readsCi || compiled.readsRequester;
    const related = readsOthers ? await input.readRelated(row, compiled) : {};
    const subject = subjectOf(row, related, input);
    if (!compiled.test(subject)) continue;
    world ??= worldOf();
    const draft = newDraft(row);
    await applyActions(draft, compiled.rule.actions, world);
    row = draft.row;
    ran.push({ rule: compiled.rule, inputs: inputsOf(compiled.names, subject), draft });
    if (compiled.rule.stop) break;
  }
  return ran;
}
