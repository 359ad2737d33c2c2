// Duplicates follow their leader by a job: they are resolved with it, and their requesters get its public notes.
import { queueJob } from '../../bulk/index.ts';
import { type Actor, type Context, isOwnAddress, isSamePerson } from '../../platform/context.ts';
import { invalid } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { AddedNote } from '../../records/index.ts';
import type { IncidentRow } from '../incidents.sql.ts';
import { isOpen } from '../incidents.states.ts';
import { type Duplicate, readDuplicates } from './merging.sql.ts';

type Addressed = Pick<Duplicate, 'id' | 'requester'>;

/** Returns one duplicate of each requester who gets a note of the leader: the author and the leader's requester know it. */
export function peopleToNotify<D extends Addressed>(
  actor: Actor,
  leader: Pick<IncidentRow, 'requester'>,
  duplicates: readonly D[],
): D[] {
  const known = new Set<string>();
  return duplicates.filter(({ requester }) => {
    if (requester === null || isOwnAddress(actor, requester)) return false;
    if (leader.requester !== null && isSamePerson(requester, leader.requester)) return false;
    const address = requester.toLowerCase();
    return !known.has(address) && known.add(address);
  });
}

export interface Following {
  to_duplicates?: boolean | undefined;
  resolve_linked?: boolean | undefined;
}

export interface FollowedUpdate {
  hasPublicNote: boolean;
  resolves: boolean;
}

/** Responds 400 to a request for something that the update does not do. */
export function requireFollowing(
  { to_duplicates, resolve_linked }: Following,
  { hasPublicNote, resolves }: FollowedUpdate,
): void {
  const refuse = (pointer: string, message: string) =>
    invalid([{ in: 'body', pointer, code: 'not_allowed', message }]);
  if (to_duplicates && !hasPublicNote)
    throw refuse('/to_duplicates', 'to_duplicates is allowed only with a public note.');
  if (resolve_linked && !resolves)
    throw refuse('/resolve_linked', 'resolve_linked is allowed only with "state": "resolved".');
}

/** Each row of the job is a duplicate; one that has ended only gets the note. */
export interface FollowingRow {
  id: string;
  does: 'resolve' | 'notify';
}

/** All rows have these members. */
export interface Leading {
  leader: string;
  note_id?: string;
  resolution?: string;
}

function rowsOf(
  { to_duplicates, resolve_linked }: Following,
  actor: Actor,
  leader: IncidentRow,
  duplicates: readonly Duplicate[],
): FollowingRow[] {
  const follows = ({ state }: Duplicate) => resolve_linked === true && isOpen(state);
  const resolved = duplicates.filter(follows);
  const others = to_duplicates
    ? peopleToNotify(actor, leader, [...resolved, ...duplicates.filter((one) => !follows(one))])
    : [];
  const isResolved = new Set(resolved.map(({ id }) => id));
  return [
    ...resolved.map(({ id }) => ({ id, does: 'resolve' as const })),
    ...others
      .filter(({ id }) => !isResolved.has(id))
      .map(({ id }) => ({ id, does: 'notify' as const })),
  ];
}

/** Queues the job in the transaction of the leader's update. Returns its id; undefined if no duplicate follows. */
export async function startFollowing(
  tx: Tx,
  context: Context,
  leader: IncidentRow,
  following: Following,
  note: AddedNote | undefined,
): Promise<string | undefined> {
  if (!following.to_duplicates && !following.resolve_linked) return undefined;
  const records = rowsOf(following, context.actor, leader, await readDuplicates(tx, leader.id));
  if (records.length === 0) return undefined;
  const fields: Leading = {
    leader: leader.id,
    ...(following.to_duplicates && note && { note_id: note.id }),
    ...(leader.resolution !== null && { resolution: leader.resolution }),
  };
  return queueJob(tx, context, {
    type: 'incidents',
    operation: following.resolve_linked ? 'resolve_linked' : 'notify_duplicates',
    isDryRun: false,
    records,
    fields,
  });
}
