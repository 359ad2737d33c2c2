// The server's interpreter runs the rules of a world on rows that are kept in memory.
import { compose } from '../../../src/feature.ts';
import { features } from '../../../src/features.ts';
import { newIncident } from '../../../src/incidents/incidents.patch.ts';
import { incidentAutomation } from '../../../src/incidents/incidents.automation.ts';
import type { Context } from '../../../src/platform/context.ts';
import { ApiError, type Fault } from '../../../src/platform/errors.ts';
import type { CustomFields } from '../../../src/platform/runtime/custom-fields.ts';
import type { RuleDefinition } from '../../../src/platform/runtime/rule-definitions.ts';
import { noSlaDefinitions } from '../../../src/platform/runtime/sla-definitions.ts';
import { withMergedCustom, withNewCustom } from '../../../src/records/custom/custom.values.ts';
import type { AnyAutomation, RuledWrite } from '../../../src/records/index.ts';
import { updateOf } from '../../../src/records/save.ts';
import { chooseMember } from '../../../src/rules/actions/assignees.ts';
import type { Row, World as ActionWorld } from '../../../src/rules/actions/draft.ts';
import { type CompiledRule, compileRule } from '../../../src/rules/run/compiled.ts';
import { effectiveRuns } from '../../../src/rules/run/engine.ts';
import { isFieldChanged, triggersOf } from '../../../src/rules/run/triggers.ts';
import { interpret, type RunInput } from '../../../src/rules/run/interpret.ts';
import { newRow, settings } from '../sla/rules.ts';
import type { NaiveResult, NaiveRun } from './naive.ts';
import { order } from './naive.ts';
import {
  type DrawnRule,
  type DrawnStep,
  type Fields,
  from,
  relatedCis,
  relatedPeople,
  type World,
} from './world.ts';

compose(features);

/** Plants a fault in what the interpreter is given. */
export interface Plant {
  rules?: (rules: readonly CompiledRule[]) => readonly CompiledRule[];
  input?: (input: RunInput) => RunInput;
  world?: (world: ActionWorld) => ActionWorld;
  /** Turns are not kept. */
  forgetsRotations?: boolean;
}

const definitionOf = (key: string, type: string, values: readonly string[] = []) => ({
  record_type: 'incident',
  key,
  label: key,
  type,
  choices: values.map((value) => ({ value, label: value, active: true })),
  active: true,
  default: null,
  editable_by: 'everyone',
  visible_to: 'everyone',
});

export const customFields = new Map([
  [
    'incident',
    [
      definitionOf('site', 'text'),
      definitionOf('floor', 'decimal'),
      definitionOf('building', 'choice', ['munich', 'zurich']),
    ],
  ],
]) as unknown as CustomFields;

const automation: AnyAutomation = incidentAutomation;
const actor = { id: 'a', email: 'a@example.com', roles: ['itsm_manager'] };

const fieldsOf = ({ custom_values, ...row }: Row): Fields =>
  order({ ...row, custom: custom_values ?? {} });

const ruleOf = ({ id, on, when, actions, stop }: DrawnRule): RuleDefinition => ({
  id,
  version: 1,
  name: id,
  record_type: 'incident',
  on,
  when,
  due: null,
  actions,
  stop,
});

const codeOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) throw error;
  return ((error.members['errors'] ?? []) as readonly Fault[])[0]?.code ?? error.code;
};

export class Subject {
  readonly #world: World;
  readonly #plant: Plant;
  readonly #rules: readonly CompiledRule[];
  readonly rotations: Record<string, string> = {};
  readonly #settings: typeof settings;
  #row: Row | null = null;

  constructor(world: World, plant: Plant) {
    this.#world = world;
    this.#plant = plant;
    const sla = noSlaDefinitions;
    const rules = world.rules.map((rule) =>
      compileRule(ruleOf(rule), { fields: customFields, sla }),
    );
    this.#rules = plant.rules?.(rules) ?? rules;
    this.#settings = {
      ...settings,
      priority_matrix: world.hasMatrix,
      assignable_only: world.isAssignableOnly,
    };
  }

  #contextAt(at: number): Context {
    const now = new Date(at);
    return {
      actor,
      now,
      settings: this.#settings,
      fields: customFields,
      reach: 'all',
    } as unknown as Context;
  }

  #choose: ActionWorld['choose'] = async (kind, group) => {
    const { groups, people } = this.#world;
    const members = groups[group];
    if (!members) return undefined;
    const here = people
      .filter(({ id, isAway }) => !isAway && members.includes(id))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map((one) => ({ ...one, addresses: [one.email] }));
    const row = this.#row;
    const isOpen = row !== null && !['resolved', 'closed', 'cancelled'].includes(row['state']);
    const counts = new Map(
      here.map(({ id, email }) => [id, isOpen && email === row.assigned_to ? 1 : 0]),
    );
    const chosen = chooseMember(kind, here, counts, this.rotations[group] ?? null);
    if (chosen && !this.#plant.forgetsRotations) this.rotations[group] = chosen.id;
    return { group, person: chosen?.email ?? null };
  };

  #worldAt(context: Context): ActionWorld {
    const { groups, people, macros } = this.#world;
    const world: ActionWorld = {
      automation,
      context,
      choose: this.#choose,
      misfit: async ({ assigned_to, assignment_group }) => {
        const faultOf = (code: string) => ({ code, message: code });
        if (typeof assigned_to === 'string' && !people.some(({ email }) => email === assigned_to))
          return faultOf('unknown_person');
        return typeof assignment_group === 'string' && !(assignment_group in groups)
          ? faultOf('unknown_group')
          : undefined;
      },
      macros: new Map(
        Object.entries(macros).map(([id, actions]) => [
          id,
          { id, version: 1, name: id, record_type: 'incident', actions },
        ]),
      ),
      room: { texts: 0 },
    };
    return this.#plant.world?.(world) ?? world;
  }

  /** Returns the write as a request would begin it; null if the request would be refused, or changes nothing. */
  #writeOf({ do: what, fields, note, due }: DrawnStep, context: Context): RuledWrite<Row> | null {
    const { custom, ...given } = fields;
    if (what === 'create') {
      const input = { ...given } as unknown as Parameters<typeof newIncident>[0];
      const row = {
        ...newRow({}, from),
        ...newIncident(input, actor, this.#settings, context.now),
      };
      const next = withNewCustom('incident', context, { ...row, ...(custom ? { custom } : {}) });
      return { before: null, next: next as unknown as Row, notes: [] };
    }
    const before = this.#row;
    if (!before) throw new Error('the record was not created');
    if (what === 'due') return { before, next: before, notes: [], due };
    const applied = automation.apply(context, before, given);
    const next = withMergedCustom('incident', context, before, {
      ...applied,
      ...(custom ? { custom } : {}),
    });
    const notes = note ? [{ id: 'note_1', body: 'Seen', ...note }] : [];
    const isChanged = updateOf(context, automation.type, before, next, {}) !== undefined;
    if (!isChanged && notes.length === 0) this.#row = next;
    return isChanged || notes.length > 0 ? { before, next, notes } : null;
  }

  #inputOf(write: RuledWrite<Row>): RunInput {
    const { before, next, notes, due } = write;
    const input: RunInput = {
      before,
      next,
      note: notes.at(-1),
      triggers: triggersOf(write, before !== null && isFieldChanged(automation, before, next)),
      due: due && new Set(due),
      readRelated: ({ ci_id, requester }) => ({
        ...(ci_id && { ci: relatedCis[ci_id] ?? null }),
        ...(requester && { requester: relatedPeople[requester] ?? null }),
      }),
    };
    return this.#plant.input?.(input) ?? input;
  }

  async apply(step: DrawnStep, ms: number): Promise<NaiveResult> {
    const context = this.#contextAt(ms);
    let write: RuledWrite<Row> | null;
    try {
      write = this.#writeOf(step, context);
    } catch (error) {
      return {
        refused: codeOf(error),
        isUpdate: false,
        runs: [],
        record: fieldsOf(this.#row as Row),
      };
    }
    if (!write || (step.do === 'due' && step.due.length === 0))
      return { refused: null, isUpdate: false, runs: [], record: fieldsOf(this.#row as Row) };
    const ran = await interpret(this.#rules, this.#inputOf(write), () => this.#worldAt(context));
    const isUpdate =
      step.do === 'update' && isFieldChanged(automation, write.before as Row, write.next);
    const effective = effectiveRuns(automation, ran, write.next);
    const last = effective.at(-1)?.draft.row ?? write.next;
    this.#row = last;
    const rowBefore = new Map(ran.map(({ draft }, at) => [draft, ran[at - 1]?.draft.row]));
    const runs = effective.map(({ rule, inputs, draft }): NaiveRun => ({
      rule: rule.id,
      isChange: isFieldChanged(automation, rowBefore.get(draft) ?? write.next, draft.row),
      inputs,
      record: fieldsOf(draft.row),
      notes: draft.notes as unknown as Fields[],
      messages: draft.messages.map(({ action, people, groups }) => ({
        action,
        to: [...people, ...groups].toSorted(),
      })),
      watchers: draft.watchers,
      skipped: draft.skipped.map(({ action, code }) => `${action} ${code}`),
    }));
    return { refused: null, isUpdate, runs, record: fieldsOf(last) };
  }
}
