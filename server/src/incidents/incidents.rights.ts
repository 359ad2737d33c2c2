// Who sees and moves an incident, beyond the route's policy.
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

type Asking = Pick<RequestContext, 'actor' | 'reach'>;

/** What a requester may do with an incident it opened: cancel it while new, reopen it once resolved. */
const requesterMoves: Partial<Record<State, readonly State[]>> = {
  new: ['cancelled'],
  resolved: ['reopened'],
};

const editors = may('incidents.edit_all_fields');
const isEditor = (actor: Actor): boolean => reachOf(editors, actor) !== undefined;

/** Another's record is as absent as one that never was. */
export function requireVisible(
  incident: IncidentRow | undefined,
  id: string,
  { actor, reach }: Asking,
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

/** The moves of the table that this caller may make. */
export function allowedTransitions(actor: Actor, state: State): readonly State[] {
  if (isEditor(actor)) return transitions[state];
  const isRequester = reachOf(may('incidents.update'), actor) !== undefined;
  return isRequester ? (requesterMoves[state] ?? []) : [];
}

/** Fields, apart from the state, that a patch would change. */
const changedFields = (before: IncidentRow, { state: _, ...patch }: IncidentUpdate): string[] => {
  const current = before as unknown as Record<string, unknown>;
  return Object.entries(patch).flatMap(([field, value]) =>
    value === current[field] ? [] : [field],
  );
};

/** A move outside the table is nobody's (409); one inside it may still not be a requester's (403). */
export function requireRightToChange(
  actor: Actor,
  before: IncidentRow,
  patch: IncidentUpdate,
): void {
  const { state: from } = before;
  const { state: to = from } = patch;
  const offered = allowedTransitions(actor, from);
  const foreign = isEditor(actor) ? [] : changedFields(before, patch);
  if (foreign.length > 0) {
    throw insufficientRole(Object.keys(editors), `Changing ${foreign.join(', ')}`);
  }
  requireTransition(from, to, offered);
  if (from !== to && !offered.includes(to)) {
    throw insufficientRole(Object.keys(editors), `Moving an incident from ${from} to ${to}`);
  }
}

/** Requesters speak in public; what a team says among itself is not theirs to write. */
export function requireRightToNote(actor: Actor, visibility: Visibility): void {
  if (visibility === 'public' || isEditor(actor)) return;
  throw insufficientRole(Object.keys(editors), `A ${visibility} note`);
}

/** Requesters read what is public; the team's own words are for those who see all incidents. */
export function noteView({ actor, reach }: Asking): NoteView {
  const isManager = reachOf(may('work_notes.read_private'), actor) !== undefined;
  const ofTeam: Visibility[] = isManager ? ['team', 'public', 'private'] : ['team', 'public'];
  return { visibilities: reach === 'own' ? ['public'] : ofTeam, viewer: actor.email };
}

/** Names the view, for cursors. */
export const viewKey = (incidentId: string, { visibilities, viewer }: NoteView): string =>
  `${incidentId} ${visibilities.join()} ${viewer}`;

export const defaultVisibility = (actor: Actor): Visibility =>
  isEditor(actor) ? 'team' : 'public';
