// A person may order the published items with that person in the audience.
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Scope } from '../../platform/lists/list-spec.ts';
import { runNamed } from '../../platform/postgres/statements.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { CatalogContent } from '../content.ts';
import type { CatalogItemRow } from '../items.sql.ts';
import { audienceTestFor } from './audience.ts';

interface OrderableItem {
  item_id: string;
  /** The version that is published now. */
  version: number;
  content: CatalogContent;
}

type FoundItem = OrderableItem & { audience: string | null };

/** Returns the published content; undefined for an unknown or unpublished item, and outside of its audience. */
export async function findOrderable(
  tx: Db | Tx,
  _context: Context,
  itemId: string,
  requesterEmail: string,
): Promise<OrderableItem | undefined> {
  const { rows } = await sql<FoundItem>`
    select items.id as item_id, versions.version, versions.content, items.audience::text as audience
    from catalog_items as items join catalog_versions as versions
      on versions.item_id = items.id and versions.version = items.published_version
    where items.id = ${itemId} and items.state = 'published'`.execute(tx);
  const [found] = rows;
  if (!found) return undefined;
  const { audience, ...item } = found;
  if (audience === null) return item;
  const isInAudience = await audienceTestFor(tx, requesterEmail);
  return isInAudience(audience) ? item : undefined;
}

export const isOrderable = async (
  db: Db,
  { state, audience }: CatalogItemRow,
  address: string,
): Promise<boolean> =>
  state === 'published' &&
  (audience === null || (await audienceTestFor(db, address))(JSON.stringify(audience)));

/** Returns the published items whose audience leaves the person out. Most items have no audience. */
async function findExcluded(db: Db, address: string): Promise<string[]> {
  const { rows } = await runNamed(
    db,
    'audiences of catalog items',
    sql<{ id: string; audience: string }>`
    select id, audience::text as audience from catalog_items
    where state = 'published' and audience is not null`,
  );
  if (rows.length === 0) return [];
  const isInAudience = await audienceTestFor(db, address);
  return rows.filter(({ audience }) => !isInAudience(audience)).map(({ id }) => id);
}

/** Limits a list to what the person may order. */
export async function orderableScope(db: Db, address: string): Promise<Scope> {
  const excluded = await findExcluded(db, address);
  return {
    key: `orderable ${address.toLowerCase()}`,
    filters: { state: ['published'] },
    ...(excluded.length > 0 && { where: sql<boolean>`id <> all(${excluded}::text[])` }),
  };
}
