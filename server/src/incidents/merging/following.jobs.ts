// Each row of the job is one incident that follows: its update and its result commit together, so it follows once.
import { may } from '../../identity/index.ts';
import { ApiError } from '../../platform/errors.ts';
import {
  type BulkOperation,
  type BulkOperations,
  findNote,
  lockForUpdate,
} from '../../records/index.ts';
import { incidents } from '../incidents.record.ts';
import { resolveWithOther } from '../incidents.service.ts';
import { notifyOfLeaderNote } from '../notices/incidents.notices.ts';
import type { FollowingRow, Leading } from './following.ts';

const notLinked = (id: string, leader: string): ApiError =>
  new ApiError('not_linked', `${id} was unmerged from ${leader} before it was its turn.`);

const follow: BulkOperation = {
  policy: may('incidents.edit_all_fields'),
  apply: async (tx, request, sent) => {
    const { id, does, leader, note_id, resolution } = sent as unknown as FollowingRow & Leading;
    const target = { id, isAlwaysAllowed: true as const };
    const locked = await lockForUpdate(tx, request, incidents, target);
    if (locked.before.merged_into !== leader) throw notLinked(id, leader);
    const note = note_id === undefined ? undefined : await findNote(tx, note_id);
    if (does === 'resolve') {
      const cause = { kind: 'leader_resolved' as const };
      return resolveWithOther(tx, locked, { resolution, cause, quoted: note });
    }
    if (note) await notifyOfLeaderNote(tx, locked.context, locked.before, note);
    return { id };
  },
};

/** Only the service queues these jobs. */
export const followingOperations: BulkOperations = {
  resolve_linked: follow,
  notify_duplicates: follow,
};
