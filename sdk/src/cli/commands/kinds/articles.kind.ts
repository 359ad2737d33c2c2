import type { Article, ArticleSummary } from '../../../index.ts';
import { paintValue } from '../../terminal/paint.ts';
import { anyOf, filter, timeFilter } from '../lists.ts';
import { ageColumn, at, idColumn, type RecordKind } from './record-kind.ts';

const states = ['draft', 'review', 'published', 'retired'] as const;

export const articles: RecordKind<ArticleSummary, Article> = {
  group: 'articles',
  one: 'article',
  many: 'articles',
  listOperation: 'listArticles',
  getOperation: 'getArticle',
  exampleId: 'KB0000003',
  filters: {
    search: filter('q', 'Words or a question; the best match comes first', { value: 'words' }),
    state: anyOf('state', 'State', states),
    category: anyOf('category', 'Category'),
    tag: anyOf('tag', 'Tag'),
    language: anyOf('language', 'Language'),
    author: anyOf('author', 'E-mail address of the author'),
    'updated-after': timeFilter('updated_after', 'Updated after'),
  },
  sort: ['created_at', 'updated_at'],
  pages: (client, query, options) => client.articles.list(query, options),
  get: (client, id, options) => client.articles.get(id, {}, options),
  timeline: (client, id) => client.articles.listTimeline(id, { limit: 6 }),
  columns: [
    idColumn,
    { title: 'STATE', value: ({ state }) => state, paint: paintValue },
    { title: 'CATEGORY', value: ({ category }) => category, minWidth: 8, leaveOut: 2 },
    { title: 'HELPFUL', value: (row) => row.helpful_count, alignEnd: true, leaveOut: 3 },
    ageColumn('UPDATED', (row) => row.updated_at),
    { title: 'TITLE', value: ({ title }) => title, minWidth: 24 },
  ],
  card: (one) => ({
    id: one.id,
    marks: [one.state, one.language],
    title: one.title,
    fields: [
      ['Category', one.category],
      ['Tags', one.tags.join(', ')],
      ['Author', one.author],
      ['Helpful', one.helpful_count],
      ['Views', one.view_count],
      ['Cited', one.citation_count],
      ['Updated', at(one.updated_at)],
      ['Version', one.version],
    ],
    texts: [
      ['Sent back', one.sent_back && `${one.sent_back.by}: ${one.sent_back.comment}`],
      ['Summary', one.summary],
      ['Text', one.body],
    ],
  }),
};
