// Publications are stored once and never change: the database refuses updates and deletions.
import { type Generated, type Selectable, sql } from 'kysely';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { type CatalogContent, contentOf } from '../content.ts';
import type { CatalogItemRow } from '../items.sql.ts';

interface VersionsTable {
  id: Generated<string>;
  item_id: string;
  version: number;
  content: CatalogContent;
  published_by: string;
  created_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    catalog_versions: VersionsTable;
  }
}

export type VersionRow = Omit<Selectable<VersionsTable>, 'id'>;

/** The publication has the version of the item after it. */
export async function insertVersion(tx: Tx, row: CatalogItemRow, publisher: string): Promise<void> {
  await tx
    .insertInto('catalog_versions')
    .values({
      item_id: row.id,
      version: row.version,
      content: JSON.stringify(contentOf(row)) as never,
      published_by: publisher,
      created_at: row.updated_at,
    })
    .execute();
}

export const findVersion = (
  db: Db,
  itemId: string,
  version: number,
): Promise<VersionRow | undefined> =>
  db
    .selectFrom('catalog_versions')
    .select(['item_id', 'version', 'content', 'published_by', 'created_at'])
    .where('item_id', '=', itemId)
    .where('version', '=', version)
    .executeTakeFirst();

export type ListedVersion = Pick<
  Selectable<VersionsTable>,
  'id' | 'version' | 'published_by' | 'created_at'
> & { name: string };

export const versionList: ListSpec<ListedVersion> = {
  name: 'catalog_versions',
  table: 'catalog_versions',
  columns: ['id', 'version', 'name', 'published_by', 'created_at'],
  expressions: { name: sql`content ->> 'name'` },
  large: [],
  sorts: { version: 'integer' },
  mainSort: 'version',
  filters: {},
  total: 'bounded',
};

export const versionsOf = (itemId: string) => ({
  key: itemId,
  where: sql<boolean>`item_id = ${itemId}`,
});
