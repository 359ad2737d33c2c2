import { type IncidentRow, incidentQuery, listIncidents, queryClient } from '../../api/index.ts';
import { defineList, type ListRow } from '../../lists/index.ts';
import { sectionsOf } from './incident.sections.ts';

export type IncidentListRow = IncidentRow & ListRow;

export const incidentList = defineList<IncidentListRow>({
  filters: [
    'q',
    'state',
    'priority',
    'assignment_group',
    'assigned_to',
    'category',
    'opened_by',
    'requester',
    'last_reply',
    'ci_id',
    'change_id',
    'external_id',
    'created_after',
    'created_before',
    'updated_after',
    'updated_before',
    'resolved_after',
    'resolved_before',
    'without',
    'sla',
  ],
  /** The query came from this view. */
  own: ['view'],
  read: listIncidents,
  sectionsOf,
  readOne: (id) => queryClient.fetchQuery(incidentQuery(id)),
  recordType: 'incident',
});
