// Articles are changed by their editor and by the buttons of their page.
import type { Article, ArticleCreate, ArticleUpdate } from '@signalbox/sdk';
import { client } from '../client.ts';

/** An article sent twice with the same key is created once. */
export const createArticle = (article: ArticleCreate, idempotencyKey: string) =>
  client.articles.create(article, { idempotencyKey });

export const updateArticle = (id: string, patch: ArticleUpdate, version: number) =>
  client.articles.update(id, patch, { ifMatch: version });

export const publishArticle = (id: string, version: number) =>
  client.articles.publish(id, { ifMatch: version });

/** Sends the article back to its author, or the revision to its editor; the comment says what to change. */
export const sendBackArticle = (id: string, comment: string, version: number) =>
  client.articles.sendBack(id, { comment }, { ifMatch: version });

export const retireArticle = (id: string, version: number) =>
  client.articles.retire(id, { ifMatch: version });

/** Resolves to undefined if the revision is already gone. */
export const discardRevision = (id: string, version: number): Promise<Article | undefined> =>
  client.articles.discardRevision(id, { ifMatch: version });

export const voteOnArticle = (id: string, helpful: boolean) =>
  client.articles.vote(id, { helpful });
