// The audit trail.
import { type Entry, listAudit } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const auditList = defineList<Entry>({
  filters: ['actor', 'kind', 'record', 'request_id', 'since', 'until'],
  read: listAudit,
});
