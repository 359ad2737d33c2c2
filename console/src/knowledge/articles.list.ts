import { type ArticleSummary, listArticles } from '../api/index.ts';
import { defineList } from '../lists/index.ts';

export const articleList = defineList<ArticleSummary>({
  filters: [
    'q',
    'state',
    'category',
    'tag',
    'language',
    'author',
    'created_after',
    'created_before',
    'updated_after',
  ],
  read: listArticles,
  recordType: 'article',
});
