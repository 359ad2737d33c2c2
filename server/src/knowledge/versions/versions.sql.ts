import { type Generated, type Selectable, sql } from 'kysely';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { ArticleRow } from '../articles.sql.ts';
import { type ArticleText, textFields, textOf } from '../articles.text.ts';

interface VersionsTable extends ArticleText {
  id: Generated<string>;
  article_id: string;
  version: number;
  edited_by: string;
  created_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    article_versions: VersionsTable;
  }
}

export type VersionRow = Omit<Selectable<VersionsTable>, 'id'>;

export async function insertVersion(tx: Tx, row: ArticleRow, editor: string): Promise<void> {
  await tx
    .insertInto('article_versions')
    .values({
      ...textOf(row),
      article_id: row.id,
      version: row.version,
      edited_by: editor,
      created_at: row.updated_at,
    })
    .execute();
}

export const findVersion = (
  db: Db,
  articleId: string,
  version: number,
): Promise<VersionRow | undefined> =>
  db
    .selectFrom('article_versions')
    .select([...textFields, 'article_id', 'version', 'edited_by', 'created_at'])
    .where('article_id', '=', articleId)
    .where('version', '=', version)
    .executeTakeFirst();

export async function latestVersion(db: Db, articleId: string): Promise<number> {
  const row = await db
    .selectFrom('article_versions')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('article_id', '=', articleId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

export type ListedVersion = Pick<
  Selectable<VersionsTable>,
  'id' | 'version' | 'title' | 'edited_by' | 'created_at'
>;

export const versionList: ListSpec<ListedVersion> = {
  name: 'article_versions',
  table: 'article_versions',
  columns: ['id', 'version', 'title', 'edited_by', 'created_at'],
  large: [],
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: {},
  total: 'bounded',
};

export const versionsOf = (articleId: string) => ({
  key: articleId,
  where: sql<boolean>`article_id = ${articleId}`,
});
