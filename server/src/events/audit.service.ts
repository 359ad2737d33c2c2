// The audit trail as its readers may see it.
import { entryList, presentEntry } from './entries.ts';
import type { Actor } from '../platform/context.ts';
import type { Db } from '../platform/postgres/tables.ts';
import type { Answer, Call } from '../platform/http/request/context.ts';
import { answerList } from '../platform/http/output/pagination.ts';

type EntryRow = Readonly<Record<string, unknown>>;

/** What a caller may read of an entry: known to the features whose records it is about. */
export interface AuditVisibility {
  /** The ids under which entries of these records may be stored. */
  recordIds: (db: Db, references: readonly string[]) => Promise<string[]>;
  show: (db: Db, actor: Actor, rows: readonly EntryRow[]) => Promise<EntryRow[]>;
}

export const listAudit =
  ({ recordIds, show }: AuditVisibility) =>
  async (call: Call<unknown, { record?: string[] }>): Promise<Answer> => {
    const { deps, actor, query } = call;
    const record = query.record && (await recordIds(deps.db, query.record));
    return answerList(
      { ...call, query: { ...query, ...(record && { record }) } },
      entryList,
      { key: 'all' },
      { sort: 'at', order: 'desc' },
      async (rows) => (await show(deps.db, actor, rows)).map(presentEntry),
    );
  };
