// Rules that several record types share, transcribed from the specification and independent of server/.
import type { Caller, Model, ModelEvent, Outcome, Sent } from './family.ts';

export const roles = ['super_admin', 'itsm_manager', 'agent', 'requester', 'auditor'] as const;

export const managers: readonly string[] = ['super_admin', 'itsm_manager'];
export const editors: readonly string[] = [...managers, 'agent'];

export interface Note {
  visibility: string;
  author: string;
}

export const mayReadNote = ({ role, email }: Caller, { visibility, author }: Note): boolean =>
  visibility === 'public' ||
  (visibility === 'team' && role !== 'requester') ||
  (visibility === 'private' && (managers.includes(role) || author === email));

export const noteOf = ({ body, by }: Sent): Note => ({
  visibility:
    (body?.['visibility'] as string | undefined) ?? (by.role === 'requester' ? 'public' : 'team'),
  author: by.email,
});

export const isWrongVersion = ({ version }: Model, { ifMatch }: Sent): boolean =>
  ifMatch !== undefined && ifMatch !== '*' && ifMatch !== `"${version}"`;

export type Fields = Record<string, unknown>;

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The names of the fields that would differ. */
export const changedFields = (fields: Fields, next: Fields): string[] =>
  Object.keys(next).filter((name) => !isEqual(fields[name], next[name]));

/** As in the data of an event. */
export const diffOf = (before: Fields, after: Fields): Record<string, object> =>
  Object.fromEntries(
    changedFields(before, after).map((name) => [name, { from: before[name], to: after[name] }]),
  );

export const withEvent = <M extends Model>(model: M, event: Omit<ModelEvent, 'sequence'>): M => ({
  ...model,
  events: [...model.events, { ...event, sequence: model.events.length + 1 } as ModelEvent],
});

export type Refusal<M> = [
  status: number,
  code: string,
  applies: (before: M, sent: Sent) => boolean,
];

/** The first row that applies. `members` are further members of the error. */
export function refusalOf<M>(
  refusals: readonly Refusal<M>[],
  before: M,
  sent: Sent,
  members: (before: M, code: string, sent: Sent) => Fields | undefined,
): Outcome<M> | undefined {
  const found = refusals.find(([, , applies]) => applies(before, sent));
  if (!found) return undefined;
  const [status, code] = found;
  const shown = members(before, code, sent);
  return { status, code, after: before, ...(shown && { shown }) };
}
