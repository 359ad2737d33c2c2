// Who reads and writes the work notes of a record, by their visibility.
import type { Actor, Viewer } from '../../platform/context.ts';
import { insufficientRole, type Policy, reachOf } from '../../platform/http/routes/policy.ts';
import type { Visibility } from './notes.schema.ts';
import type { NoteView } from './notes.counts.ts';

type RolePolicy = Exclude<Policy, 'public'>;

/** What a record type says about its notes. */
export interface NotePolicies {
  /** May write team and private notes; the others write public ones only. */
  editors: RolePolicy;
  /** May read the private notes of others. */
  privateReaders: RolePolicy;
}

const isEditor = ({ editors }: NotePolicies, actor: Actor): boolean =>
  reachOf(editors, actor) !== undefined;

export const defaultVisibility = (policies: NotePolicies, actor: Actor): Visibility =>
  isEditor(policies, actor) ? 'team' : 'public';

export function requireRightToNote(
  policies: NotePolicies,
  actor: Actor,
  visibility: Visibility,
): void {
  if (visibility === 'public' || isEditor(policies, actor)) return;
  throw insufficientRole(Object.keys(policies.editors), `Adding a ${visibility} note`);
}

/** Callers of reach `own` read public notes; the others read team notes too, and some of them private ones. */
export function noteView({ privateReaders }: NotePolicies, { actor, reach }: Viewer): NoteView {
  const teamView: Visibility[] =
    reachOf(privateReaders, actor) === undefined
      ? ['team', 'public']
      : ['team', 'public', 'private'];
  return { visibilities: reach === 'own' ? ['public'] : teamView, viewer: actor.email };
}

/** Identifies the view in cursors. */
export const viewKey = (recordId: string, { visibilities, viewer }: NoteView): string =>
  `${recordId} ${visibilities.join()} ${viewer.toLowerCase()}`;
