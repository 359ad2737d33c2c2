// Compiles the policies of the instance once for each version: their conditions, the fields that these read, and the hours
// of the calendars.
import { isOpen, openHours } from '../calendars/index.ts';
import {
  compileCondition,
  type Condition,
  type ConditionTest,
  fieldsOf,
} from '../conditions/index.ts';
import type { CustomFields } from '../platform/runtime/custom-fields.ts';
import type {
  PolicyDefinition,
  SlaDefinitions,
  SlaType,
} from '../platform/runtime/sla-definitions.ts';
import { conditionFieldsOf } from '../records/index.ts';
import type { Hours } from './clocks/clock.ts';

interface CompiledPolicy {
  policy: PolicyDefinition;
  test: ConditionTest;
  /** The fields that the condition reads. */
  names: readonly string[];
}

interface PoliciesOfType {
  policies: readonly CompiledPolicy[];
  /** A change of one of these may lead to another policy. */
  fields: ReadonlySet<string>;
}

export interface CompiledDefinitions {
  version: number;
  of: (type: SlaType) => PoliciesOfType;
  hoursOf: (calendarId: string | null) => Hours;
}

const cachedHours = new WeakMap<SlaDefinitions, Map<string, Hours>>();

/** A policy whose calendar is gone counts round the clock; its deletion is refused, so that only a restored dump has one. */
export function hoursReader(definitions: SlaDefinitions): CompiledDefinitions['hoursOf'] {
  const cache = cachedHours.get(definitions) ?? new Map<string, Hours>();
  cachedHours.set(definitions, cache);
  return (id) => {
    if (id === null) return null;
    const known = cache.get(id);
    if (known !== undefined) return known;
    const calendar = definitions.calendars.get(id);
    const hours = calendar ? openHours(calendar) : null;
    cache.set(id, hours);
    return hours;
  };
}

function compile(definitions: SlaDefinitions, custom: CustomFields): CompiledDefinitions {
  const readHours = hoursReader(definitions);
  const isOpenAt = (id: string, time: string) => {
    const hours = readHours(id);
    return hours !== null && isOpen(hours, Date.parse(time));
  };
  const compiled = Map.groupBy(
    definitions.policies.map((policy) => {
      const when = policy.when as Condition;
      const fields = conditionFieldsOf(policy.record_type, custom);
      return { policy, test: compileCondition(when, fields, isOpenAt), names: fieldsOf(when) };
    }),
    ({ policy }) => policy.record_type,
  );
  const none: PoliciesOfType = { policies: [], fields: new Set() };
  const types = new Map(
    [...compiled].map(([type, policies]) => [
      type,
      { policies, fields: new Set(policies.flatMap(({ names }) => names)) },
    ]),
  );
  return {
    version: definitions.clocks_version,
    of: (type) => types.get(type) ?? none,
    hoursOf: readHours,
  };
}

const cached = new WeakMap<SlaDefinitions, WeakMap<CustomFields, CompiledDefinitions>>();

export function compiledDefinitions(
  definitions: SlaDefinitions,
  custom: CustomFields,
): CompiledDefinitions {
  const known = cached.get(definitions) ?? new WeakMap<CustomFields, CompiledDefinitions>();
  cached.set(definitions, known);
  const compiled = known.get(custom) ?? compile(definitions, custom);
  known.set(custom, compiled);
  return compiled;
}
