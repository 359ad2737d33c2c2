// A write that assigns a record to somebody who cannot work on it, or to a group that does not exist, succeeds with
// warnings; with the setting `assignable_only` it fails.
import type { Context } from '../../platform/context.ts';
import { type Fault, invalid } from '../../platform/errors.ts';
import { type Policy, reachOf } from '../../platform/http/routes/policy.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Warning } from '../../records/index.ts';
import { findActiveSubject } from '../directory.ts';
import { may } from '../roles.ts';
import type { AssignmentCode } from './assignment.schema.ts';
import { type AssignmentFacts, readAssignment } from './assignment.sql.ts';
import { nearestGroup, nearestPerson } from './nearest.ts';

/** Absent and null assign nobody. */
interface Assignment {
  assigned_to?: string | null;
  assignment_group?: string | null;
}
type AssignmentField = keyof Assignment;

/** The row of a record has these members after a write. */
export interface AssignedRow {
  /** An insert returns the facts about its assignee and group. */
  assignment?: AssignmentFacts | null;
  warnings?: readonly Warning[];
}

interface AssignableType {
  /** Messages name the records by this word with an s. */
  type: string;
  /** An assignee must be one of the editors. */
  notes: { editors: Exclude<Policy, 'public'> };
}

interface Finding {
  field: AssignmentField;
  code: AssignmentCode;
  value: string;
  nearest?: string;
}

const readers = may('directory.read');

/** The sender of an inbound event may not read the directory, though the owner of the webhook may. */
const mayBeWarned = ({ actor }: Pick<Context, 'actor'>): boolean =>
  actor.via === undefined && reachOf(readers, actor) !== undefined;

/** Returns undefined for an assignee who may work on the records. */
async function codeOfPerson(
  tx: Tx,
  { baseUrl }: Pick<Context, 'baseUrl'>,
  { notes: { editors } }: AssignableType,
  address: string,
  person: AssignmentFacts['person'],
): Promise<AssignmentCode | undefined> {
  // Clients are not in the directory, but may work on records.
  const subject = person ?? (await findActiveSubject(tx, { BASE_URL: baseUrl }, address));
  if (!subject) return 'unknown_person';
  const isActive = person?.active ?? true;
  return isActive && reachOf(editors, subject) ? undefined : 'not_assignable';
}

async function findMistakes(
  tx: Tx,
  context: Pick<Context, 'baseUrl' | 'hasExternalPeople'>,
  type: AssignableType,
  { assigned_to = null, assignment_group: group = null }: Assignment,
  known?: AssignmentFacts | null,
): Promise<Finding[]> {
  const assignee = context.hasExternalPeople ? null : assigned_to;
  if (assignee === null && group === null) return [];
  const facts = known ?? (await readAssignment(tx, assignee, group));
  const code =
    assignee === null
      ? undefined
      : await codeOfPerson(tx, context, type, assignee, facts?.person ?? null);
  return [
    ...(assignee !== null && code
      ? [{ field: 'assigned_to', code, value: assignee } as const]
      : []),
    ...(group !== null && !facts?.has_group
      ? [{ field: 'assignment_group', code: 'unknown_group', value: group } as const]
      : []),
  ];
}

const reasons: Record<AssignmentCode, (value: string, type: AssignableType) => string> = {
  not_assignable: (address, { type, notes: { editors } }) =>
    `${address} may not change ${type}s. Assign somebody with one of the roles ${Object.keys(editors).join(', ')}.`,
  unknown_person: (address) => `Nobody has the address ${address}.`,
  unknown_group: (name) => `No group has the name ${name}.`,
};

const faultOf =
  (type: AssignableType) =>
  ({ field, code, value, nearest }: Finding): Fault => ({
    in: 'body',
    pointer: `/${field}`,
    code,
    message: reasons[code](value, type),
    ...(nearest !== undefined && { nearest }),
  });

const warningOf = ({ field, code, nearest }: Finding): Warning => ({
  pointer: `/${field}`,
  code,
  ...(nearest !== undefined && { nearest }),
});

type FindNearest = (tx: Tx, value: string, type: AssignableType) => Promise<string | undefined>;

/** Somebody who may not be assigned was hardly meant as somebody else. */
const findNearest: Partial<Record<AssignmentCode, FindNearest>> = {
  unknown_person: (tx, value, { notes: { editors } }) =>
    nearestPerson(tx, value, Object.keys(editors)),
  unknown_group: nearestGroup,
};

async function withNearest(
  tx: Tx,
  type: AssignableType,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const completed: Finding[] = [];
  for (const one of findings) {
    const nearest = await findNearest[one.code]?.(tx, one.value, type);
    completed.push(nearest === undefined ? one : { ...one, nearest });
  }
  return completed;
}

/** Returns a fault for each value that `assignable_only` refuses. */
export const findAssignmentFaults = async (
  tx: Tx,
  context: Context,
  type: AssignableType,
  sent: Assignment,
): Promise<Fault[]> => (await findMistakes(tx, context, type, sent)).map(faultOf(type));

async function check(
  tx: Tx,
  context: Context,
  type: AssignableType,
  sent: Assignment,
  known?: AssignmentFacts | null,
): Promise<Pick<AssignedRow, 'warnings'>> {
  if (!mayBeWarned(context)) return {};
  const found = await findMistakes(tx, context, type, sent, known);
  if (found.length === 0) return {};
  const findings = await withNearest(tx, type, found);
  if (context.settings.assignable_only) throw invalid(findings.map(faultOf(type)));
  return { warnings: findings.map(warningOf) };
}

/** Checks the assignee and the group that the request for a new record named; a template may have set others. */
export const checkNewAssignment = (
  tx: Tx,
  context: Context,
  type: AssignableType,
  row: AssignedRow,
  sent: Assignment,
): Promise<Pick<AssignedRow, 'warnings'>> => check(tx, context, type, sent, row.assignment);

/** Returns null for a value that stays the same: a client may send back a record whose assignee has left. */
const newValue = (
  field: AssignmentField,
  before: Required<Assignment>,
  sent: Assignment,
): string | null => (sent[field] === before[field] ? null : (sent[field] ?? null));

interface CheckedUpdate {
  /** An update that names a group by an old name stores the present one. */
  present: Pick<Assignment, 'assignment_group'>;
  warned: Pick<AssignedRow, 'warnings'>;
}

/** Checks the assignee and the group that an update changes. */
export async function checkAssignment(
  tx: Tx,
  context: Context,
  type: AssignableType,
  before: Required<Assignment>,
  sent: Assignment,
): Promise<CheckedUpdate> {
  const assigned_to = newValue('assigned_to', before, sent);
  const assignment_group = newValue('assignment_group', before, sent);
  if (assigned_to === null && assignment_group === null) return { present: {}, warned: {} };
  const facts = await readAssignment(tx, assigned_to, assignment_group);
  const warned = await check(tx, context, type, { assigned_to, assignment_group }, facts);
  const group = facts?.group ?? null;
  return { present: group === null ? {} : { assignment_group: group }, warned };
}
