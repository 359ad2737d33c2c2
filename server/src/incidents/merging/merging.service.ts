// Merges an incident into its leader and undoes that: the field and the clock change, nothing else does.
import type { Context } from '../../platform/context.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { PatchReader } from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  type LockedRecord,
  lockForUpdate,
  type LockTarget,
  readRecord,
  saveNoted,
  saveUpdate,
  storeNotes,
} from '../../records/index.ts';
import { incidents, visibleLeader } from '../incidents.record.ts';
import { mergedError } from '../incidents.rights.ts';
import type { IncidentRow } from '../incidents.sql.ts';
import { isOpen } from '../incidents.states.ts';
import { breachAt, moveClock } from '../sla/sla.clock.ts';
import type { IncidentMerge } from './merging.schema.ts';
import {
  countDuplicates,
  findDuplicates,
  lockInOrder,
  MAX_DUPLICATES,
  lockMerging,
} from './merging.sql.ts';

type Locked = LockedRecord<IncidentRow, Context>;

/** The clock of a duplicate is paused, and goes on when it is unmerged. */
function withLeader(before: IncidentRow, leader: string | null, now: Date): IncidentRow {
  const next = moveClock({ ...before, merged_into: leader }, before.state, now);
  return { ...next, sla_breach_at: breachAt(next) };
}

const lock = (tx: Tx, request: Context, target: LockTarget): Promise<Locked> =>
  lockForUpdate(tx, request, incidents, { ...target, isAlwaysAllowed: true });

/** A duplicate has no duplicates of its own, so its leader takes the place of it. */
async function findLeader(tx: Tx, request: Context, id: string, into: string): Promise<string> {
  if (into === id) {
    const message = 'into must be another incident; an incident is not merged into itself.';
    throw invalid([{ in: 'body', pointer: '/into', code: 'not_allowed', message }]);
  }
  const named = await readRecord(tx, incidents, into, request);
  const leader = named.merged_into ?? named.id;
  if (leader !== id) return leader;
  throw new ApiError(
    'cannot_merge',
    `${into} is a duplicate of ${id} already. Unmerge ${into} first to merge in the other direction.`,
  );
}

async function requireLeader(tx: Tx, { before }: Locked, added: number): Promise<void> {
  const { id, state } = before;
  if (!isOpen(state))
    throw new ApiError(
      'cannot_merge',
      `${id} is ${state}, so nobody works on it. Merge into an open incident, or reopen ${id} first.`,
    );
  const known = await countDuplicates(tx, id);
  if (known + added > MAX_DUPLICATES)
    throw new ApiError(
      'cannot_merge',
      `${id} has ${known} duplicates and would have ${known + added}; ${MAX_DUPLICATES} are allowed. Merge into another incident.`,
    );
}

async function moveDuplicate(tx: Tx, request: Context, id: string, leader: string): Promise<void> {
  const { before, context } = await lock(tx, request, { id });
  const next = withLeader(before, leader, context.now);
  const cause = { kind: 'leader_merged' as const };
  await saveUpdate(tx, context, incidents, before, next, { cause });
}

interface Merged {
  row: IncidentRow;
  context: Context;
}

/**
 * Merges an incident into another one, or into the leader of that. Its own duplicates follow, so that no duplicate has
 * duplicates. A repetition changes nothing.
 */
export async function mergeIncident(
  tx: Tx,
  request: Context,
  target: LockTarget,
  { into, note }: IncidentMerge,
): Promise<Merged> {
  const { id } = target;
  await lockMerging(tx);
  await readRecord(tx, incidents, id, request);
  const leader = await findLeader(tx, request, id, into);
  const following = await findDuplicates(tx, { id }, { actor: request.actor, reach: 'all' });
  await lockInOrder(tx, [id, leader, ...following.map((one) => one.id)]);
  const { before, context } = await lock(tx, request, target);
  if (before.merged_into === leader) return { row: before, context };
  if (before.merged_into !== null) throw mergedError(id, await visibleLeader(tx, before, request));
  await requireLeader(tx, await lock(tx, request, { id: leader }), 1 + following.length);
  const notes =
    note === undefined ? [] : [{ body: note, visibility: 'team' as const, pointer: '/note' }];
  const stored = await storeNotes(tx, context, incidents, before, notes);
  const next = withLeader(before, leader, context.now);
  const row = await saveNoted(tx, context, incidents, before, next, stored);
  for (const one of following) await moveDuplicate(tx, request, one.id, leader);
  return { row, context };
}

/** Merges an incident as a row of a bulk job. */
export const mergeLocked = async (
  tx: Tx,
  request: Context,
  target: LockTarget,
  readBody: PatchReader<IncidentMerge>,
): Promise<Merged> => mergeIncident(tx, request, target, await readBody(async () => ({})));

/** An incident that is not merged is returned unchanged. */
export async function unmergeIncident(
  tx: Tx,
  request: Context,
  target: LockTarget,
): Promise<Merged> {
  await lockMerging(tx);
  const { before, context } = await lock(tx, request, target);
  if (before.merged_into === null) return { row: before, context };
  const next = withLeader(before, null, context.now);
  return { row: await saveUpdate(tx, context, incidents, before, next), context };
}

/** Responds 409 to the deletion of an incident that others are merged into. */
export async function requireNoDuplicates(tx: Tx, { before }: Locked): Promise<void> {
  const duplicates = await countDuplicates(tx, before.id);
  if (duplicates === 0) return;
  throw new ApiError(
    'has_duplicates',
    `${duplicates} incidents are merged into ${before.id}. Unmerge them, or merge ${before.id} into another incident: its duplicates follow.`,
    { duplicates },
  );
}
