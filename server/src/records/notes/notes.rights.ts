// The visibility of a work note decides who may read and write it.
import { type Actor, addressesOf, isOwnAddress, type Viewer } from '../../platform/context.ts';
import { insufficientRole, type Policy, reachOf } from '../../platform/http/routes/policy.ts';
import type { Visibility } from './notes.schema.ts';
import type { NoteView } from './notes.counts.ts';

type RolePolicy = Exclude<Policy, 'public'>;

export interface NotePolicies {
  /** Editors may write team and private notes; others write public ones only. */
  editors: RolePolicy;
  /** These callers may read the private notes of others. */
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

/** Callers of reach `own` may read public notes; others may also read team notes, and `privateReaders` private ones. */
export function noteView({ privateReaders }: NotePolicies, { actor, reach }: Viewer): NoteView {
  const teamView: Visibility[] =
    reachOf(privateReaders, actor) === undefined
      ? ['team', 'public']
      : ['team', 'public', 'private'];
  return { visibilities: reach === 'own' ? ['public'] : teamView, addresses: addressesOf(actor) };
}

/** Keep in step with `isInView`. */
export const mayReadNote = (
  policies: NotePolicies,
  { visibility, author }: { visibility: Visibility; author: string },
  viewer: Viewer,
): boolean =>
  noteView(policies, viewer).visibilities.includes(visibility) ||
  (visibility === 'private' && isOwnAddress(viewer.actor, author));

/** Identifies the view in cursors. */
export const viewKey = (recordId: string, { visibilities, addresses }: NoteView): string =>
  `${recordId} ${visibilities.join()} ${addresses.join().toLowerCase()}`;
