// Checks a condition of a caller against the fields of a record type. The work is bounded: reading ends at the first leaf
// or level beyond the limits.
import { type Fault, invalid } from '../platform/errors.ts';
import { cut, nearest } from '../platform/text.ts';
import {
  type Condition,
  type ConditionField,
  type ConditionFields,
  conditionOperators,
  type GroupName,
  groupNames,
  isCalendarOperator,
  isChangeOperator,
  MAX_LEAVES,
  MAX_LEVELS,
  type Operator,
  operatorRow,
} from './evaluation/index.ts';
import { type ValueFault, valueFault } from './value-rules.ts';

export interface ConditionScope {
  fields: ConditionFields;
  /** False for conditions on new records, which have no before. */
  hasBefore: boolean;
  /** Times can be compared with the hours of these; without them, no operator takes a calendar. */
  calendars?: ReadonlyMap<string, unknown>;
  /** Pointers of faults begin with the place of the condition in the body. */
  pointer?: string;
}

type Report = (pointer: string, fault: Omit<Fault, 'in' | 'pointer'>) => void;

interface Walk extends ConditionScope {
  report: Report;
  leaves: number;
}

type Members = Record<string, unknown>;

const leafMembers = ['field', 'operator', 'value'] as const;
const MAX_SHOWN_LENGTH = 60;

/** Texts of callers are quoted in part, so that an error is not as large as the request. */
const shorten = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${cut(text, MAX_SHOWN_LENGTH)}…` : text;

const escape = (step: string): string => shorten(step).replaceAll('~', '~0').replaceAll('/', '~1');

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unknownName = (name: string, allowed: readonly string[], what: string) => ({
  code: 'not_allowed' as const,
  message: `${shorten(name)} is not ${what}.`,
  allowed,
  nearest: nearest(name, allowed),
});

function reportUnknown(node: Members, known: readonly string[], pointer: string, walk: Walk): void {
  const unknown = Object.keys(node).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  walk.report(`${pointer}/${escape(unknown)}`, {
    ...unknownName(unknown, known, 'a member of this part of a condition'),
    code: 'unknown_field',
  });
}

/** Returns the text, or reports that it is missing or no text. */
function readText(node: Members, name: string, pointer: string, walk: Walk): string | undefined {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  if (typeof value === 'string') return value;
  walk.report(`${pointer}/${name}`, {
    code: value === undefined ? 'required' : 'invalid_type',
    message: value === undefined ? `${name} is required.` : `${name} must be text.`,
  });
  return undefined;
}

const fits = (
  operator: Operator,
  field: ConditionField,
  { hasBefore, calendars }: ConditionScope,
): boolean =>
  operatorRow(operator).kinds.includes(field.kind) &&
  (!isChangeOperator(operator) || (hasBefore && field.hasBefore)) &&
  (!isCalendarOperator(operator) || calendars !== undefined);

const kindWords: Readonly<Record<ConditionField['kind'], string>> = {
  text: 'text',
  choice: 'one of a few values',
  number: 'a number',
  boolean: 'true or false',
  time: 'a time',
  date: 'a date',
  list: 'a list',
};

function misfitReason(operator: Operator, field: ConditionField, scope: ConditionScope): string {
  if (!operatorRow(operator).kinds.includes(field.kind))
    return `${operator} does not apply to ${field.label}, which is ${kindWords[field.kind]}.`;
  if (isCalendarOperator(operator)) return `${operator} is not available here.`;
  return scope.hasBefore
    ? `${operator} needs a field of the record itself, not ${field.label}.`
    : `${operator} needs an update, and a new record has no value from before.`;
}

const isOperator = (name: string): name is Operator =>
  (conditionOperators as readonly string[]).includes(name);

/** Returns the operator if it applies to the field. */
function readOperator(
  name: string,
  field: ConditionField,
  pointer: string,
  walk: Walk,
): Operator | undefined {
  if (isOperator(name) && fits(name, field, walk)) return name;
  const allowed = conditionOperators.filter((operator) => fits(operator, field, walk));
  const fault = unknownName(name, allowed, 'an operator');
  const reason = isOperator(name) ? misfitReason(name, field, walk) : undefined;
  walk.report(`${pointer}/operator`, reason ? { ...fault, message: reason } : fault);
  return undefined;
}

function calendarFault(
  operator: Operator,
  value: unknown,
  { calendars }: ConditionScope,
): ValueFault | undefined {
  if (!isCalendarOperator(operator) || calendars?.has(value as string)) return undefined;
  const message = `There is no calendar ${shorten(String(value))}; GET /calendars lists them.`;
  return { code: 'not_allowed', message };
}

function walkLeaf(node: Members, pointer: string, walk: Walk): void {
  reportUnknown(node, [...leafMembers, ...groupNames], pointer, walk);
  const name = readText(node, 'field', pointer, walk);
  const operatorName = readText(node, 'operator', pointer, walk);
  if (name === undefined || operatorName === undefined) return;
  const field = walk.fields.get(name);
  if (!field) {
    const fault = unknownName(name, [...walk.fields.keys()], 'a field of this record type');
    walk.report(`${pointer}/field`, fault);
    return;
  }
  const operator = readOperator(operatorName, field, pointer, walk);
  if (!operator) return;
  const value = Object.hasOwn(node, 'value') ? node['value'] : undefined;
  const fault = valueFault(operator, value, field) ?? calendarFault(operator, value, walk);
  if (!fault) return;
  const { item, ...rest } = fault;
  walk.report(`${pointer}/value${item === undefined ? '' : `/${item}`}`, rest);
}

function walkNodes(
  name: GroupName,
  nodes: unknown,
  pointer: string,
  level: number,
  walk: Walk,
): void {
  if (!Array.isArray(nodes)) {
    walk.report(pointer, { code: 'invalid_type', message: `${name} must be a list.` });
    return;
  }
  // An empty list counts as a leaf, so that the number of groups is limited, too.
  if (nodes.length === 0) walk.leaves += 1;
  if (nodes.length === 0 && name !== 'all')
    walk.report(pointer, { code: 'too_few', message: `${name} must have at least 1 item.` });
  for (const [index, node] of nodes.entries()) {
    // The first leaf beyond the limit was counted.
    if (walk.leaves > MAX_LEAVES) return;
    walkNode(node, `${pointer}/${index}`, level, walk);
  }
}

function walkNode(node: unknown, pointer: string, level: number, walk: Walk): void {
  const group = isMembers(node) && groupNames.find((name) => Object.hasOwn(node, name));
  if (group) {
    walkGroup(node, group, pointer, level, walk);
    return;
  }
  walk.leaves += 1;
  if (walk.leaves > MAX_LEAVES) return;
  if (isMembers(node)) {
    walkLeaf(node, pointer, walk);
    return;
  }
  const message = 'Send {field, operator, value}, or a condition with all, any or none.';
  walk.report(pointer, { code: 'invalid_type', message });
}

function walkGroup(
  node: Members,
  group: GroupName,
  pointer: string,
  level: number,
  walk: Walk,
): void {
  if (level > MAX_LEVELS) {
    const message = `A condition has at most ${MAX_LEVELS} levels.`;
    walk.report(pointer, { code: 'too_deep', message });
    return;
  }
  const other = Object.keys(node).find((name) => name !== group);
  if (other !== undefined)
    walk.report(`${pointer}/${escape(other)}`, {
      code: 'unknown_field',
      message: `${group} stands alone: nest the other parts within a list.`,
      allowed: [group],
    });
  walkNodes(group, node[group], `${pointer}/${group}`, level + 1, walk);
}

/** Returns every fault of the condition; none if it is valid. */
export function conditionFaults(value: unknown, scope: ConditionScope): Fault[] {
  const { pointer = '' } = scope;
  const faults: Fault[] = [];
  const report: Report = (place, fault) => {
    faults.push({ in: 'body', pointer: place, ...fault });
  };
  const walk: Walk = { ...scope, report, leaves: 0 };
  const group = isMembers(value) && groupNames.find((name) => Object.hasOwn(value, name));
  if (group) walkGroup(value, group, pointer, 1, walk);
  else
    report(pointer, {
      code: 'required',
      message: 'A condition is {"all": […]}, {"any": […]} or {"none": […]}.',
      allowed: groupNames,
    });
  if (walk.leaves > MAX_LEAVES)
    report(pointer, {
      code: 'too_many',
      message: `A condition has at most ${MAX_LEAVES} comparisons.`,
    });
  return faults;
}

export function requireCondition(value: unknown, scope: ConditionScope): Condition {
  const faults = conditionFaults(value, scope);
  if (faults.length > 0) throw invalid(faults);
  return value as Condition;
}
