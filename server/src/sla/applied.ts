// Decides which policy applies to a record, and by what terms its clocks count.
import { isDeepStrictEqual } from 'node:util';
import { findUserOfAddress } from '../identity/index.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { PolicyDefinition, SlaType } from '../platform/runtime/sla-definitions.ts';
import { typeNamed } from '../records/index.ts';
import { valueBySteps } from '../conditions/index.ts';
import { holdReasons, type Terms } from './clocks/ledger.ts';
import type { CompiledDefinitions } from './definitions.ts';
import type { AppliedPolicy, SlaRecord, SlaRow } from './sla-record.ts';

/** A record and those that it names, as far as conditions read them. */
interface Subject {
  after: object;
  ci?: object | null;
  requester?: object | null;
}

const rootOf = (field: string): string => field.split('.', 1)[0] ?? field;

/** Reads the CI and the requester of a record, if a condition names a field of theirs. */
export async function subjectOf<Row extends SlaRow>(
  db: Db | Tx,
  { type, ciOf, requesterOf }: SlaRecord<Row>,
  row: Row,
  definitions: CompiledDefinitions,
): Promise<Subject> {
  const roots = new Set([...definitions.of(type).fields].map(rootOf));
  const [ciId, requester] = [ciOf(row), requesterOf(row)];
  const ci = roots.has('ci') && ciId !== null ? await typeNamed('ci')?.table.find(db, ciId) : null;
  const person =
    roots.has('requester') && requester !== null ? await findUserOfAddress(db, requester) : null;
  return { after: row, ci: ci ?? null, requester: person ?? null };
}

const columnsOf: Readonly<Record<string, string>> = { custom: 'custom_values', ci: 'ci_id' };

/** Whether an update changes a field that a condition reads. */
export function changesMatch<Row extends SlaRow>(
  { type, requesterOf }: SlaRecord<Row>,
  before: Row,
  after: Row,
  definitions: CompiledDefinitions,
): boolean {
  const { fields } = definitions.of(type);
  return [...new Set([...fields].map(rootOf))].some((root) => {
    if (root === 'requester') return requesterOf(before) !== requesterOf(after);
    const column = (columnsOf[root] ?? root) as keyof Row;
    return !isDeepStrictEqual(before[column], after[column]);
  });
}

const MAX_INPUTS = 10;

/** Returns the values that the condition of a policy read. */
function inputsOf(fields: readonly string[], subject: Subject): AppliedPolicy['inputs'] {
  const read = (field: string): unknown => {
    const [root = '', ...rest] = field.split('.');
    if (root === 'custom') return valueBySteps(subject.after, ['custom_values', ...rest]);
    if (root === 'ci' || root === 'requester') return valueBySteps(subject[root], rest);
    return valueBySteps(subject.after, [field]);
  };
  return Object.fromEntries(
    fields.slice(0, MAX_INPUTS).map((field) => [field, read(field) ?? null]),
  );
}

/** Returns the first policy whose condition holds. */
export function matchPolicy(
  type: SlaType,
  subject: Subject,
  definitions: CompiledDefinitions,
): AppliedPolicy | null {
  const found = definitions.of(type).policies.find(({ test }) => test(subject as never));
  if (!found) return null;
  const { id, version, name, calendar_id } = found.policy;
  return { id, version, name, calendar_id, inputs: inputsOf(found.names, subject) };
}

export const policyWithId = (
  type: SlaType,
  id: string | undefined,
  definitions: CompiledDefinitions,
): PolicyDefinition | undefined =>
  definitions.of(type).policies.find(({ policy }) => policy.id === id)?.policy;

/** These pauses count where a policy does not name others. */
export const defaultPause: PolicyDefinition['pause'] = {
  first_response: [],
  update: ['awaiting_caller'],
  resolution: holdReasons,
};

export function termsOf(
  { calendar_id, targets, pause }: PolicyDefinition,
  priority: string,
  definitions: CompiledDefinitions,
): Terms {
  const ofPriority = Object.entries(targets).flatMap(([metric, byPriority]) => {
    const target = byPriority[priority];
    return target === undefined ? [] : [[metric, target] as const];
  });
  return {
    hours: definitions.hoursOf(calendar_id),
    targets: Object.fromEntries(ofPriority),
    pause,
  };
}
