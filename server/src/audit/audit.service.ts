// The audit trail as its readers may see it.
import { entryList, presentEntry } from '../events/index.ts';
import type { Answer, Call } from '../platform/http/call.ts';
import { answerList } from '../platform/http/pagination.ts';
import { auditedRows, auditIdsOf } from '../webhooks/index.ts';

export async function listAudit(call: Call<unknown, { record?: string[] }>): Promise<Answer> {
  const { deps, actor, query } = call;
  const record = query.record && (await auditIdsOf(deps.db, query.record));
  return answerList(
    { ...call, query: { ...query, ...(record && { record }) } },
    entryList,
    { key: 'all' },
    { sort: 'at', order: 'desc' },
    async (rows) => (await auditedRows(deps.db, actor, rows)).map(presentEntry),
  );
}
