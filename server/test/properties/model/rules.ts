// Several record types share these rules, transcribed from the specification and independent of server/.
import type { Caller, Fields, Model, ModelEvent, Note, Outcome, Sent } from './family.ts';

export const roles = ['super_admin', 'itsm_manager', 'agent', 'requester', 'auditor'] as const;

export const managers: readonly string[] = ['super_admin', 'itsm_manager'];
export const editors: readonly string[] = [...managers, 'agent'];
export const isEditor = ({ role }: Caller): boolean => editors.includes(role);

export const newModel = (fields: Fields): Model => ({
  fields,
  notes: [],
  version: 1,
  isDeleted: false,
  events: [],
});

/** The specification says: "team: agents and above; private: its author and managers; public: the opener too". */
const mayReadNote = ({ role, email }: Caller, { visibility, author }: Note): boolean =>
  visibility === 'public' ||
  (visibility === 'team' && role !== 'requester') ||
  (visibility === 'private' && (managers.includes(role) || author === email));

/** Returns `work_notes_count` as a caller sees it. */
export const countNotes = ({ notes }: Model, by: Caller): number =>
  notes.filter((note) => mayReadNote(by, note)).length;

export const noteOf = ({ body, by }: Sent): Note => ({
  visibility:
    (body?.['visibility'] as string | undefined) ?? (by.role === 'requester' ? 'public' : 'team'),
  author: by.email,
});

export const withNote = <M extends Model>(before: M, note: Note): M => ({
  ...before,
  notes: [...before.notes, note],
  version: before.version + 1,
});

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the names of the fields that would differ. */
export const changedFields = (fields: Fields, next: Fields): string[] =>
  Object.keys(next).filter((name) => !isEqual(fields[name], next[name]));

/** Returns the difference as entries and events have it. */
export const diffOf = (before: Fields, after: Fields): Record<string, object> =>
  Object.fromEntries(
    changedFields(before, after).map((name) => [name, { from: before[name], to: after[name] }]),
  );

/** Returns the record as its entries have it. */
export const auditedFields = ({ fields, notes, isDeleted }: Model): Fields => ({
  ...fields,
  work_notes_count: notes.length,
  deleted: isDeleted,
});

export const withEvents = <M extends Model>(model: M, ...events: ModelEvent[]): M => ({
  ...model,
  events: [...model.events, ...events],
});

/** Returns the members that a note adds to the events of its update. */
export const noteMembers = ({ notes }: Model, note: Note): Fields => ({
  changes: { work_notes_count: { from: notes.length - 1, to: notes.length } },
  note,
});

export type Refusal<M> = [
  status: number,
  code: string,
  applies: (before: M, sent: Sent) => boolean,
];

/** Each request has the roles that may send it. */
export type Callers = Record<string, readonly string[]>;

/**
 * Every type checks these refusals first. The body of a POST is validated before the record is read, that of a PATCH
 * after.
 */
export const firstRefusals = (callers: Callers): Refusal<Model>[] => [
  [403, 'insufficient_role', (_, { by, do: what }) => !callers[what]?.includes(by.role)],
  [400, 'validation_failed', (_, { method, isFaulty }) => method === 'POST' && isFaulty === true],
];

/** A requester may write public notes only. */
export const noteRefusal: Refusal<Model> = [
  403,
  'insufficient_role',
  (_, sent) =>
    sent.do === 'note' && sent.by.role === 'requester' && noteOf(sent).visibility !== 'public',
];

/** A note overwrites nothing, and the rows of a bulk job have no If-Match. */
const unconditional = new Set(['note', 'upsert', 'discover']);

export const versionRefusal: Refusal<Model> = [
  412,
  'version_mismatch',
  ({ version }, { do: what, method, ifMatch }) =>
    !unconditional.has(what) &&
    method !== 'GET' &&
    ifMatch !== undefined &&
    !['*', `${version}`, `"${version}"`].includes(ifMatch),
];

export const bodyRefusal: Refusal<Model> = [
  400,
  'validation_failed',
  (_, { isFaulty }) => isFaulty === true,
];

type ErrorMembers<M> = Record<string, (before: M, sent: Sent) => Fields>;

/** Returns the first refusal that applies. `members` are further members of the error, by its code. */
export function refusalOf<M extends Model>(
  refusals: readonly Refusal<M>[],
  before: M,
  sent: Sent,
  members: ErrorMembers<M> = {},
): Outcome<M> | undefined {
  const found = refusals.find(([, , applies]) => applies(before, sent));
  if (!found) return undefined;
  const [status, code] = found;
  const shown =
    code === 'version_mismatch'
      ? { current_version: before.version }
      : members[code]?.(before, sent);
  return { status, code, after: before, ...(shown && { shown }) };
}
