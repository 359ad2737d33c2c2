import { listAudit } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';
import { type AuditRow, foldRuns, isFolded } from './audit.fold.ts';

export const auditList = defineList<AuditRow>({
  filters: ['actor', 'kind', 'record', 'request_id', 'since', 'until'],
  read: async (query, cursor) => {
    const page = await listAudit(query, cursor);
    const rows = isFolded(query) ? foldRuns(page.rows) : page.rows;
    return { ...page, rows, total: page.total - page.rows.length + rows.length };
  },
});
