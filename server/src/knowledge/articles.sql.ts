import { type Generated, type Selectable, sql } from 'kysely';
import type { Viewer } from '../platform/context.ts';
import { recordTable, type RowVisibility } from '../records/index.ts';
import type { State } from './articles.states.ts';
import {
  type ArticleText,
  type PendingRevision,
  type SentBack,
  textFields,
} from './articles.text.ts';

interface ArticlesTable extends ArticleText {
  id: Generated<string>;
  state: State;
  author: string;
  pending: PendingRevision | null;
  pending_revision: Generated<boolean>;
  sent_back: Generated<SentBack | null>;
  version: Generated<number>;
  event_sequence: number;
  created_at: string;
  updated_at: string;
  deleted_at: Generated<string | null>;
  deleted_by: Generated<string | null>;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    articles: ArticlesTable;
  }
}

export type ArticleRow = Selectable<ArticlesTable>;

export const auditedColumns = [...textFields, 'state', 'pending', 'sent_back'] as const;

const equals = (column: keyof ArticleRow) => ({ column, test: 'in', type: 'text' }) as const;
const time = (column: keyof ArticleRow, test: 'after' | 'before') =>
  ({ column, test, type: 'timestamptz' }) as const;

export const articleColumns = [
  'id',
  ...auditedColumns,
  'author',
  'pending_revision',
  'version',
  'event_sequence',
  'created_at',
  'updated_at',
  'deleted_at',
  'deleted_by',
] as const satisfies (keyof ArticleRow)[];

export const articleTable = recordTable<
  ArticleRow,
  | 'id'
  | 'pending_revision'
  | 'sent_back'
  | 'version'
  | 'event_sequence'
  | 'deleted_at'
  | 'deleted_by'
>({
  table: 'articles',
  columns: articleColumns,
  json: ['pending', 'sent_back'],
  deleted: 'restorable',
  list: {
    columns: [
      'id',
      'title',
      'summary',
      'category',
      'tags',
      'language',
      'state',
      'author',
      'pending_revision',
      'created_at',
      'updated_at',
    ],
    large: ['summary', 'tags'],
    sorts: { created_at: 'timestamptz', updated_at: 'timestamptz' },
    indexes: [['author'], ['category'], ['state'], ['language']],
    filters: {
      state: equals('state'),
      category: equals('category'),
      tag: { column: 'tags', test: 'contains', type: 'text' },
      language: equals('language'),
      author: { ...equals('author'), isAddress: true },
      created_after: time('created_at', 'after'),
      created_before: time('created_at', 'before'),
      updated_after: time('updated_at', 'after'),
    },
  },
});

/** Callers with reach `own` see only published articles. */
export const articleVisibility: RowVisibility<ArticleRow> = {
  columns: ['state'],
  canSee: ({ state }: ArticleRow, { reach }: Viewer): boolean =>
    reach === 'all' || state === 'published',
  scope: ({ reach }: Viewer) =>
    reach === 'all' ? { key: 'all' } : { key: 'published', filters: { state: ['published'] } },
  where: (_viewer: Viewer) => sql<boolean>`articles.state = 'published'`,
  hidesEvents: true,
};
