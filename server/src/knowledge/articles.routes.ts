import Type from 'typebox';
import { may } from '../identity/index.ts';
import { notificationTimeline } from '../notifications/index.ts';
import { object } from '../platform/http/input/schema.ts';
import { listQuery } from '../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../platform/http/routes/route.ts';
import {
  actionHandler,
  createHandler,
  deleteHandler,
  restoreHandler,
  timelineRoute,
  updateHandler,
} from '../records/index.ts';
import { getArticle, listArticles } from './articles.handlers.ts';
import { articles, presentArticle } from './articles.record.ts';
import {
  Article,
  ArticleCreate,
  ArticleDeleted,
  articleFilters,
  ArticleId,
  ArticleList,
  ArticleUpdate,
  example,
  SendBack,
  Vote,
  VoteResult,
} from './articles.schema.ts';
import {
  createArticle,
  discardRevision,
  publishArticle,
  retireArticle,
  sendBackArticle,
  updateArticle,
} from './articles.service.ts';
import { voteOnArticle } from './counts/votes.ts';
import { getVersion, listVersions } from './versions/versions.handlers.ts';
import {
  ArticleVersion,
  ArticleVersionList,
  versionParams,
  versionQuery,
} from './versions/versions.schema.ts';

const { path } = articles;
const params = object({ id: ArticleId });
const tag = 'Knowledge';
const read = may('articles.read');
const readHistory = may('articles.read_history');
const write = may('articles.write');
const publish = may('articles.publish');
const success = { status: 200, description: 'The article.', schema: Article } as const;

export const articleRoutes: Route[] = [
  reads({
    method: 'GET',
    path,
    operationId: 'listArticles',
    tag,
    summary: 'List articles',
    description:
      'Newest first; with `q`, the best match first. Filters are combined with AND; comma-separated values within one filter match any of them. Requesters see only published articles.',
    policy: read,
    query: listQuery(articleFilters, {
      sorts: ['created_at', 'updated_at'],
      order: 'desc',
      pages: true,
    }),
    success: { status: 200, description: 'A page of articles.', schema: ArticleList },
    errors: ['invalid_cursor'],
    read: listArticles,
  }),
  writes({
    method: 'POST',
    path,
    operationId: 'createArticle',
    tag,
    summary: 'Create an article',
    description: 'The caller becomes the author, and the state is draft.',
    policy: write,
    body: ArticleCreate,
    success: { status: 201, description: 'The article. `Location` is its URL.', schema: Article },
    write: createHandler(createArticle, presentArticle),
  }),
  reads({
    method: 'GET',
    path: `${path}/:id`,
    operationId: 'getArticle',
    tag,
    showsUnversioned: true,
    summary: 'Get an article',
    description:
      'Counts a view if the article is published. Responds 404 for an article that you may not see. With `include_deleted=true`, `super_admin`, `itsm_manager` and `auditor` can also read a deleted article.',
    policy: read,
    params,
    query: object({ include_deleted: Type.Optional(Type.Boolean({ default: false })) }),
    success,
    read: getArticle,
  }),
  patches({
    method: 'PATCH',
    path: `${path}/:id`,
    operationId: 'updateArticle',
    tag,
    summary: 'Update an article',
    description:
      'Absent fields keep their values; null clears a field. The edit of a published article is live at once if you may publish; otherwise it becomes its pending revision, and the published text does not change. `state` may only change along an allowed transition. Read-only fields may be sent back unchanged.',
    policy: write,
    params,
    body: ArticleUpdate,
    success: { status: 200, description: 'The updated article.', schema: Article },
    errors: ['invalid_transition', 'version_mismatch'],
    patch: updateHandler(updateArticle, presentArticle),
  }),
  writes({
    method: 'POST',
    path: `${path}/:id/publish`,
    operationId: 'publishArticle',
    tag,
    summary: 'Publish an article',
    description:
      'Moves an article from review to published. If it is already published, publishes its pending revision.',
    policy: publish,
    params,
    success,
    errors: ['invalid_transition', 'version_mismatch'],
    write: actionHandler(articles, publishArticle, presentArticle),
  }),
  writes({
    method: 'POST',
    path: `${path}/:id/send-back`,
    operationId: 'sendBackArticle',
    tag,
    summary: 'Send an article back',
    description:
      'Moves an article from review to draft, with a comment for the author, who is notified. The pending revision of a published article is preserved, and waits for review again after its next edit. The comment is in `sent_back` until then.',
    policy: publish,
    params,
    body: SendBack,
    success,
    errors: ['invalid_transition', 'version_mismatch'],
    write: actionHandler(articles, sendBackArticle, presentArticle),
  }),
  writes({
    method: 'POST',
    path: `${path}/:id/retire`,
    operationId: 'retireArticle',
    tag,
    summary: 'Retire an article',
    description: 'Moves an article from published to retired, and discards its pending revision.',
    policy: publish,
    params,
    success,
    errors: ['invalid_transition', 'version_mismatch'],
    write: actionHandler(articles, retireArticle, presentArticle),
  }),
  writes({
    method: 'DELETE',
    path: `${path}/:id/pending`,
    operationId: 'discardArticleRevision',
    tag,
    summary: 'Discard the pending revision',
    description: 'The published text does not change.',
    policy: write,
    params,
    success,
    errors: ['no_pending_revision', 'version_mismatch'],
    write: actionHandler(articles, discardRevision, presentArticle),
  }),
  writes({
    method: 'PUT',
    path: `${path}/:id/vote`,
    operationId: 'voteOnArticle',
    tag,
    summary: 'Vote on an article',
    description:
      'Records whether a published article helped you. Each person has one vote; voting again replaces it. The version of the article does not change.',
    policy: may('articles.vote'),
    params,
    body: Vote,
    success: { status: 200, description: 'Your vote and the new count.', schema: VoteResult },
    errors: ['not_published'],
    write: voteOnArticle,
  }),
  reads({
    method: 'GET',
    path: `${path}/:id/versions`,
    operationId: 'listArticleVersions',
    tag,
    summary: 'List versions',
    description:
      'Newest first, one version for each change of the text. With `from`, and optionally `to`, the response has these two versions and their difference in `diff`.',
    policy: readHistory,
    params,
    query: versionQuery,
    success: { status: 200, description: 'A page of versions.', schema: ArticleVersionList },
    errors: ['invalid_cursor'],
    read: listVersions,
  }),
  reads({
    method: 'GET',
    path: `${path}/:id/versions/:version`,
    operationId: 'getArticleVersion',
    tag,
    summary: 'Get a version',
    description: 'The text of the article as of this version.',
    policy: readHistory,
    params: versionParams,
    success: { status: 200, description: 'The version.', schema: ArticleVersion },
    read: getVersion,
  }),
  writes({
    method: 'DELETE',
    path: `${path}/:id`,
    operationId: 'deleteArticle',
    tag,
    summary: 'Delete an article',
    description:
      'Soft delete: the article disappears from lists, search and GET, keeps its state, and is retained for audit.',
    policy: may('articles.delete'),
    params,
    success: {
      status: 200,
      description: 'The id of the article, when it was deleted, and by whom.',
      schema: ArticleDeleted,
    },
    errors: ['version_mismatch'],
    write: deleteHandler(articles),
  }),
  writes({
    method: 'POST',
    path: `${path}/:id/restore`,
    operationId: 'restoreArticle',
    tag,
    summary: 'Restore a deleted article',
    description: 'Undoes a deletion. An article that is not deleted is returned unchanged.',
    policy: may('articles.delete'),
    params,
    success,
    errors: ['version_mismatch'],
    write: restoreHandler(articles, presentArticle),
  }),
  timelineRoute(articles, {
    Id: ArticleId,
    tag,
    operationId: 'listArticleTimeline',
    description: 'Newest first: each update with its actor and its changes, and mails.',
    title: 'ArticleTimeline',
    policy: readHistory,
    parts: [notificationTimeline],
    example: {
      id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
      at: '2026-11-15T09:42:10.000Z',
      actor: 'ada@example.com',
      kind: 'article.updated',
      record: { type: 'article', id: example.id },
      request_id: '7f0c0d6e-5a39-4f43-9c61-6f3c6f1d2a11',
      changes: { state: { from: 'review', to: 'published' } },
    },
  }),
];
