// An order refers to the version of its item that was answered, which is never changed or removed.
import { type RawBuilder, sql } from 'kysely';
import type { TaskTemplate } from '../../catalog/index.ts';
import type { Tx } from '../../platform/postgres/tables.ts';

export const formSql = (): RawBuilder<unknown> => sql`
  case when service_requests.item_id is not null then (
    select answered.content -> 'form' from catalog_versions as answered
    where answered.item_id = service_requests.item_id and answered.version = service_requests.item_version) end`;

interface Ordered {
  item_id: string | null;
  item_version: number | null;
}

/** Returns the tasks of the item as it was when it was ordered. */
export async function findTaskTemplates(
  tx: Tx,
  { item_id, item_version }: Ordered,
): Promise<readonly TaskTemplate[]> {
  const { rows } = await sql<{ tasks: readonly TaskTemplate[] }>`
    select content -> 'tasks' as tasks from catalog_versions
    where item_id = ${item_id} and version = ${item_version}`.execute(tx);
  return rows[0]?.tasks ?? [];
}
