// Permissions on incidents beyond the route's policy: visibility, transitions, fields and notes.
import { may } from '../identity/index.ts';
import { notFound } from '../platform/errors.ts';
import type { Actor, Reach } from '../platform/context.ts';
import type { RequestContext } from '../platform/http/request/context.ts';
import { insufficientRole, reachOf } from '../platform/http/routes/policy.ts';
import type { Scope } from '../platform/lists/list.ts';
import type { IncidentUpdate } from './incidents.schema.ts';
import type { IncidentRow } from './incidents.sql.ts';
import { requireTransition, type State, transitions } from './incidents.states.ts';
import type { Visibility } from './notes/notes.schema.ts';
import type { NoteView } from './notes/notes.sql.ts';

type Viewer = Pick<RequestContext, 'actor' | 'reach'>;

/** Requesters may cancel their incident while it is new and reopen it once it is resolved. */
const requesterTransitions: Partial<Record<State, readonly State[]>> = {
  new: ['cancelled'],
  resolved: ['reopened'],
};

const editors = may('incidents.edit_all_fields');
const isEditor = (actor: Actor): boolean => reachOf(editors, actor) !== undefined;

/** Respond 404, not 403, for records the caller may not see. */
export function requireVisible(
  incident: IncidentRow | undefined,
  id: string,
  { actor, reach }: Viewer,
): IncidentRow {
  const isVisible =
    incident &&
    incident.deleted_at === null &&
    (reach === 'all' || incident.opened_by === actor.email);
  if (!isVisible) throw notFound(`Incident ${id}`);
  return incident;
}

export const incidentScope = (actor: Actor, reach: Reach): Scope =>
  reach === 'all'
    ? { key: 'all' }
    : { key: `own ${actor.email}`, filters: { opened_by: [actor.email] } };

/** The transitions of the state table that the caller may make. */
export function allowedTransitions(actor: Actor, state: State): readonly State[] {
  if (isEditor(actor)) return transitions[state];
  const isRequester = reachOf(may('incidents.update'), actor) !== undefined;
  return isRequester ? (requesterTransitions[state] ?? []) : [];
}

/** The fields, apart from the state, that a patch would change. */
const changedFields = (before: IncidentRow, { state: _, ...patch }: IncidentUpdate): string[] => {
  const current = before as unknown as Record<string, unknown>;
  return Object.entries(patch).flatMap(([field, value]) =>
    value === current[field] ? [] : [field],
  );
};

/** 409 for a transition that the state table does not allow; 403 for one that the caller's role does not allow. */
export function requireRightToChange(
  actor: Actor,
  before: IncidentRow,
  patch: IncidentUpdate,
): void {
  const { state: from } = before;
  const { state: to = from } = patch;
  const offered = allowedTransitions(actor, from);
  const forbidden = isEditor(actor) ? [] : changedFields(before, patch);
  if (forbidden.length > 0) {
    throw insufficientRole(Object.keys(editors), `Changing ${forbidden.join(', ')}`);
  }
  requireTransition(from, to, offered);
  if (from !== to && !offered.includes(to)) {
    throw insufficientRole(Object.keys(editors), `Moving an incident from ${from} to ${to}`);
  }
}

/** Requesters may write public notes only. */
export function requireRightToNote(actor: Actor, visibility: Visibility): void {
  if (visibility === 'public' || isEditor(actor)) return;
  throw insufficientRole(Object.keys(editors), `Adding a ${visibility} note`);
}

/** Requesters read public notes; callers who see all incidents read team notes too, and managers private ones. */
export function noteView({ actor, reach }: Viewer): NoteView {
  const isManager = reachOf(may('work_notes.read_private'), actor) !== undefined;
  const teamView: Visibility[] = isManager ? ['team', 'public', 'private'] : ['team', 'public'];
  return { visibilities: reach === 'own' ? ['public'] : teamView, viewer: actor.email };
}

/** Identifies the view in cursors. */
export const viewKey = (incidentId: string, { visibilities, viewer }: NoteView): string =>
  `${incidentId} ${visibilities.join()} ${viewer}`;

export const defaultVisibility = (actor: Actor): Visibility =>
  isEditor(actor) ? 'team' : 'public';
