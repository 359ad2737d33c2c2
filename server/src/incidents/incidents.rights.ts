// Beyond the route's policy and visibility, a caller needs permission for each transition and field.
import { may } from '../identity/index.ts';
import { type Actor, isOwnAddress } from '../platform/context.ts';
import { ApiError, invalid } from '../platform/errors.ts';
import { insufficientRole, reachOf } from '../platform/http/routes/policy.ts';
import type { IncidentUpdate } from './incidents.schema.ts';
import type { IncidentRow } from './incidents.sql.ts';
import { requireTransition, type State, transitions } from './incidents.states.ts';

/** Requesters may cancel their incident while it is new and reopen it once it is resolved. */
const requesterTransitions: Partial<Record<State, readonly State[]>> = {
  new: ['cancelled'],
  resolved: ['reopened'],
};

export const editors = may('incidents.edit_all_fields');
export const isEditor = (actor: Actor): boolean => reachOf(editors, actor) !== undefined;

/** Returns the transitions of the state table that the caller may make. */
export function allowedTransitions(actor: Actor, state: State): readonly State[] {
  if (isEditor(actor)) return transitions[state];
  const isRequester = reachOf(may('incidents.update'), actor) !== undefined;
  return isRequester ? (requesterTransitions[state] ?? []) : [];
}

/** The leader is undefined for callers who may not read it. */
export const mergedError = (id: string, leader: string | undefined): ApiError =>
  new ApiError(
    'merged',
    `${id} is merged into ${leader ?? 'another incident'}, so it changes with that one only. ${
      leader ? 'Change that one, or unmerge it first.' : 'You can add a public note.'
    }`,
    leader === undefined ? {} : { merged_into: leader },
  );

/** Callers who may not change all fields report their own trouble only. */
export function requireRightToName(actor: Actor, requester: string | null | undefined): void {
  if (
    requester === null ||
    requester === undefined ||
    isEditor(actor) ||
    isOwnAddress(actor, requester)
  )
    return;
  const message = `requester may only be your own address, ${actor.email}; agents record incidents for others.`;
  throw invalid([{ in: 'body', pointer: '/requester', code: 'not_allowed', message }]);
}

/**
 * Returns the fields that a patch would change, apart from those that a requester may send: each custom field says who may
 * set it.
 */
const changedFields = (
  before: IncidentRow,
  { state: _, public_note: _note, custom: _custom, ...patch }: IncidentUpdate,
): string[] => {
  const current = before as unknown as Record<string, unknown>;
  return Object.entries(patch).flatMap(([field, value]) =>
    value === current[field] ? [] : [field],
  );
};

/** Responds 409 to a transition that the state table does not allow, and 403 to one that the caller's role does not allow. */
export function requireRightToChange(
  actor: Actor,
  before: IncidentRow,
  patch: IncidentUpdate,
): void {
  const { state: from } = before;
  const { state: to = from } = patch;
  const offered = allowedTransitions(actor, from);
  if (patch.requester !== before.requester) requireRightToName(actor, patch.requester);
  const forbidden = isEditor(actor) ? [] : changedFields(before, patch);
  if (forbidden.length > 0) {
    throw insufficientRole(Object.keys(editors), `Changing ${forbidden.join(', ')}`);
  }
  requireTransition(from, to, offered);
  if (from !== to && !offered.includes(to)) {
    throw insufficientRole(Object.keys(editors), `Moving an incident from ${from} to ${to}`);
  }
}
