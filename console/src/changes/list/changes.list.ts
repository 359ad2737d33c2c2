// The list of changes.
import { changeQuery, type ChangeRow, listChanges, queryClient } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const changeList = defineList<ChangeRow>({
  filters: [
    'q',
    'state',
    'type',
    'risk',
    'assignment_group',
    'assigned_to',
    'requested_by',
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
