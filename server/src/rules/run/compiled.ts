// Compiles the rules of the instance once for each version: their conditions, and the fields that these read.
import {
  compileCondition,
  type Condition,
  type ConditionTest,
  fieldsOf,
} from '../../conditions/index.ts';
import { isOpen } from '../../calendars/index.ts';
import type { CustomFields } from '../../platform/runtime/custom-fields.ts';
import type {
  AutomatedType,
  RuleDefinition,
  RuleDefinitions,
} from '../../platform/runtime/rule-definitions.ts';
import type { SlaDefinitions } from '../../platform/runtime/sla-definitions.ts';
import { conditionFieldsOf } from '../../records/index.ts';
import { hoursReader } from '../../sla/index.ts';

export interface CompiledRule {
  rule: RuleDefinition;
  test: ConditionTest;
  /** The fields that the condition reads. */
  names: readonly string[];
  readsCi: boolean;
  readsRequester: boolean;
}

/** The context of a write names these. */
export interface Definitions {
  rules: RuleDefinitions;
  fields: CustomFields;
  sla: SlaDefinitions;
}

/** Returns the test whether a calendar is open at a time. */
export const openTest = (sla: SlaDefinitions): ((id: string, time: string) => boolean) => {
  const readHours = hoursReader(sla);
  return (id, time) => {
    const hours = readHours(id);
    return hours !== null && isOpen(hours, Date.parse(time));
  };
};

type FieldsByType = Map<AutomatedType, ReturnType<typeof conditionFieldsOf>>;
const knownFields = new WeakMap<CustomFields, FieldsByType>();

/** The rules of a type share its fields, which take longer to find than a condition to compile. */
function fieldsOfType(type: AutomatedType, custom: CustomFields) {
  const byType: FieldsByType = knownFields.get(custom) ?? new Map();
  const fields = byType.get(type) ?? conditionFieldsOf(type, custom);
  knownFields.set(custom, byType.set(type, fields));
  return fields;
}

export function compileRule(
  rule: RuleDefinition,
  { fields, sla }: Pick<Definitions, 'fields' | 'sla'>,
): CompiledRule {
  const isOpenAt = openTest(sla);
  const when = rule.when as Condition;
  const names = fieldsOf(when);
  return {
    rule,
    test: compileCondition(when, fieldsOfType(rule.record_type, fields), isOpenAt),
    names,
    readsCi: names.some((name) => name.startsWith('ci.')),
    readsRequester: names.some((name) => name.startsWith('requester.')),
  };
}

type ByType = ReadonlyMap<string, readonly CompiledRule[]>;

const cache = new WeakMap<
  RuleDefinitions,
  { fields: CustomFields; sla: SlaDefinitions; byType: ByType }
>();

const NONE: readonly CompiledRule[] = [];

/** Returns the active rules of a record type in the order in which they run. */
export function rulesOf(type: AutomatedType, definitions: Definitions): readonly CompiledRule[] {
  const { rules, fields, sla } = definitions;
  if (rules.rules.length === 0) return NONE;
  const known = cache.get(rules);
  if (known?.fields === fields && known.sla === sla) return known.byType.get(type) ?? NONE;
  const compiled = rules.rules.map((rule) => compileRule(rule, definitions));
  const byType = Map.groupBy(compiled, ({ rule }) => rule.record_type);
  cache.set(rules, { fields, sla, byType });
  return byType.get(type) ?? NONE;
}
