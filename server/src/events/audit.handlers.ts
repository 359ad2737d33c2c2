import { entryList, type EntryRow, presentEntry } from './entries.ts';
import type { Actor } from '../platform/context.ts';
import type { Db } from '../platform/postgres/tables.ts';
import type { Reply, RequestContext } from '../platform/http/request/context.ts';
import { respondWithList } from '../platform/http/output/pagination.ts';

/** The features that own the records decide which parts of an entry a caller may read. */
export interface AuditVisibility {
  /** Returns the ids under which entries of these records may be stored. */
  recordIds: (db: Db, references: readonly string[]) => Promise<string[]>;
  show: (db: Db, actor: Actor, rows: readonly EntryRow[]) => Promise<EntryRow[]>;
}

export const listAudit =
  ({ recordIds, show }: AuditVisibility) =>
  async (request: RequestContext<unknown, { record?: string[] }>): Promise<Reply> => {
    const { deps, actor, query } = request;
    const record = query.record && (await recordIds(deps.db, query.record));
    return respondWithList(
      { ...request, query: { ...query, ...(record && { record }) } },
      entryList,
      { key: 'all' },
      { sort: 'at', order: 'desc' },
      async (rows) => (await show(deps.db, actor, rows)).map(presentEntry),
    );
  };
