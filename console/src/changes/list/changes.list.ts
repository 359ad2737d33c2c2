import { changeQuery, type ChangeRow, listChanges, queryClient } from '../../api/index.ts';
import { defineList, type ListRow } from '../../lists/index.ts';

export type ChangeListRow = ChangeRow & ListRow;

export const changeList = defineList<ChangeListRow>({
  filters: [
    'q',
    'state',
    'type',
    'risk',
    'assignment_group',
    'assigned_to',
    'requested_by',
    'decidable',
    'ci_id',
    'planned_after',
    'planned_before',
    'created_after',
    'created_before',
    'updated_after',
  ],
  read: listChanges,
  readOne: (id) => queryClient.fetchQuery(changeQuery(id)),
  recordType: 'change',
});
