// Compiles a condition into a test of a record with its before and after. In a record null and an absent value are the
// same, no value; all else is compared as in filters of webhooks.
import { isIdentical } from './comparison.ts';
import { type Condition, groupOf, isLeaf, type Leaf, type Node } from './condition.ts';
import type { ConditionFields, FieldKind } from './condition-field.ts';
import {
  changeOperators,
  isCalendarOperator,
  isChangeOperator,
  valueOperators,
} from './operators.ts';
import { valueBySteps } from './own-values.ts';

/** Each part is a row or has the same members. */
interface ConditionSubject {
  /** Absent for a new record, which has changed in nothing. */
  before?: object | null;
  after: object;
  ci?: object | null;
  requester?: object | null;
  /** The note that is added with the update. */
  note?: object | null;
}

export type ConditionTest = (subject: ConditionSubject) => boolean;

/** Returns whether a calendar is open at a time; false for a calendar that is gone. */
export type IsOpen = (calendarId: string, time: string) => boolean;
const isNeverOpen: IsOpen = () => false;

type RelatedPart = 'ci' | 'requester' | 'note';
const relatedParts = new Set<string>(['ci', 'requester', 'note'] satisfies RelatedPart[]);
const isRelatedPart = (name: string): name is RelatedPart => relatedParts.has(name);

const WIRE_LENGTH = '2026-11-15T09:30:00.000Z'.length;

/** Records have times in this form already; those of a condition may be in any zone, or be dates. */
function instantOf(text: string): string {
  if (text.length === WIRE_LENGTH && text.endsWith('Z')) return text;
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}

const normalise = (value: unknown): unknown => value ?? undefined;
const normaliseTime = (value: unknown): unknown =>
  typeof value === 'string' ? instantOf(value) : normalise(value);

const normaliserOf = (kind: FieldKind | undefined) => (kind === 'time' ? normaliseTime : normalise);

function compileLeaf(
  { field, operator, value }: Leaf,
  fields: ConditionFields,
  isOpen: IsOpen,
): ConditionTest {
  const known = fields.get(field);
  const normalised = normaliserOf(known?.kind);
  const expected = Array.isArray(value) ? value.map(normalised) : normalised(value);
  const steps = field.split('.');
  const [part = ''] = steps;
  const isRelated = steps.length > 1 && isRelatedPart(part);
  const path = known?.steps ?? (isRelated ? steps.slice(1) : steps);
  const source = isRelated ? part : 'after';
  const read = (subject: ConditionSubject) => normalised(valueBySteps(subject[source], path));
  if (isCalendarOperator(operator)) {
    const isIn = operator === 'in_hours';
    return (subject) => {
      const time = read(subject);
      return typeof time === 'string' && isOpen(String(value), time) === isIn;
    };
  }
  if (!isChangeOperator(operator)) {
    const test = valueOperators[operator].prepare(expected);
    return (subject) => test(read(subject));
  }
  const test = changeOperators[operator].prepare(expected);
  return (subject) => {
    const after = read(subject);
    if (isRelated || !subject.before) return test({ isChanged: false, before: undefined, after });
    const before = normalised(valueBySteps(subject.before, path));
    return test({ isChanged: !isIdentical(before, after), before, after });
  };
}

const compileNode = (node: Node, fields: ConditionFields, isOpen: IsOpen): ConditionTest =>
  isLeaf(node) ? compileLeaf(node, fields, isOpen) : compileCondition(node, fields, isOpen);

/** The condition must have passed `conditionFaults`. Compile it once for each version and keep the test. */
export function compileCondition(
  condition: Condition,
  fields: ConditionFields,
  isOpen: IsOpen = isNeverOpen,
): ConditionTest {
  const [group, nodes] = groupOf(condition);
  const tests = nodes.map((node) => compileNode(node, fields, isOpen));
  if (group === 'all') return (subject) => tests.every((test) => test(subject));
  const isAny: ConditionTest = (subject) => tests.some((test) => test(subject));
  return group === 'any' ? isAny : (subject) => !isAny(subject);
}

/** Returns the names of the fields that a condition reads. */
export function fieldsOf(condition: Condition): string[] {
  const [, nodes] = groupOf(condition);
  return nodes.flatMap((node) => (isLeaf(node) ? [node.field] : fieldsOf(node)));
}
