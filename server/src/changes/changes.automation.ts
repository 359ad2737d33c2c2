// Rules and macros change changes by the rules of a PATCH, but withdraw no approvals.
import { ApiError } from '../platform/errors.ts';
import type { Automation } from '../records/index.ts';
import { applyPatch } from './changes.patch.ts';
import { presentChange } from './changes.present.ts';
import { changes } from './changes.record.ts';
import { Change, ChangeId, ChangeUpdate } from './changes.schema.ts';
import type { ChangeRow } from './changes.sql.ts';

export const changeAutomation: Automation<ChangeRow> = {
  type: changes as Automation<ChangeRow>['type'],
  Id: ChangeId,
  tag: 'Changes',
  Full: Change,
  present: presentChange,
  Update: ChangeUpdate,
  notSettable: ['work_note', 'public_note'],
  apply: (_context, before, patch) => {
    const { next, withdraws } = applyPatch(before, patch);
    // A new change has no approvals yet.
    if (withdraws && before.id !== undefined)
      throw new ApiError(
        'invalid_transition',
        `Approvers decide on ${Object.keys(patch).join(', ')}; only a person may change that while ${before.id} is under review.`,
      );
    return next;
  },
};
