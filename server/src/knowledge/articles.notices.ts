// Publishers are notified of an article that waits for review, and its author of the result.
import { addressesWithRole, filterByRole, may } from '../identity/index.ts';
import { notifyPeople, type RecordNotice } from '../notifications/index.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { recordUrls } from '../records/index.ts';
import { articles } from './articles.record.ts';
import type { ArticleRow } from './articles.sql.ts';

const headlines = {
  'article.submitted': 'is waiting for review',
  'article.published': 'is published',
  'article.sent_back': 'was sent back to you',
} as const;

function noticeOf(row: ArticleRow, type: keyof typeof headlines, baseUrl: string): RecordNotice {
  const { id, title, state, version, sent_back } = row;
  const of = row.pending && type !== 'article.published' ? `The revision of ${id}` : id;
  const headline = `${of} ${headlines[type]}`;
  const urls = recordUrls(articles, id, baseUrl);
  const comment = sent_back ? [`${sent_back.by} wrote:`, sent_back.comment] : [];
  return {
    type,
    record: { type: 'article', id, version },
    data: { article_id: id, short_description: title, state, ...urls },
    content: {
      subject: `${headline}: ${title}`,
      lines: [`${headline}.`, title, ...comment],
      link: { label: `Open ${id}`, url: urls.html_url },
    },
  };
}

export const notifyReviewers = async (tx: Tx, context: Context, row: ArticleRow): Promise<void> =>
  notifyPeople(
    tx,
    context,
    noticeOf(row, 'article.submitted', context.baseUrl),
    await addressesWithRole(tx, Object.keys(may('articles.publish'))),
  );

/** An author is notified only while their role may read the content: the comment is part of the history. */
const readers = {
  'article.published': Object.keys(may('articles.read')),
  'article.sent_back': Object.keys(may('articles.read_history')),
};

export async function notifyAuthors(
  tx: Tx,
  context: Context,
  row: ArticleRow,
  type: keyof typeof readers,
  authors: readonly string[],
): Promise<void> {
  const people = await filterByRole(tx, authors, readers[type]);
  await notifyPeople(tx, context, noticeOf(row, type, context.baseUrl), people);
}
