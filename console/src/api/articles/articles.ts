import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ArticleSummary, ArticleVersionSummary } from '@signalbox/sdk';
import { client } from '../client.ts';
import { type ListPage, pageOf, pageQuery } from '../pages.ts';
import { partsKeyOf, recordQuery } from '../records.ts';

export type { Article, ArticleCreate, ArticleSummary, ArticleUpdate } from '@signalbox/sdk';

export const listArticles = async (
  query: Record<string, string>,
  cursor: string | undefined,
): Promise<ListPage<ArticleSummary>> => {
  const page = await client.articles.list(pageQuery(query, cursor));
  return {
    ...pageOf(page),
    ...(page.degraded && {
      note: 'Articles are matched by their words only: the search by meaning is not available now.',
    }),
  };
};

export const articleQuery = (id: string) => recordQuery({ type: 'article', id });

/** Readers find the articles that match their words, or all of them, the latest first. */
export const helpQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['article', 'help', q],
    queryFn: async ({ pageParam, signal }) => {
      const query = { state: 'published', limit: HELP_PAGE, ...(q !== '' && { q }) } as const;
      const cursor = pageParam === undefined ? {} : { cursor: pageParam };
      return pageOf(await client.articles.list({ ...query, ...cursor }, { signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** Queries under this key are reloaded when the version of the article changes. */
const partsKey = (id: string) => partsKeyOf({ type: 'article', id });

const HELP_PAGE = 20;
const VERSIONS_PAGE = 50;

export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...partsKey(id), 'versions'],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: VERSIONS_PAGE,
        ...(pageParam !== undefined && { cursor: pageParam }),
      };
      const page = await client.articles.listVersions(id, query, { signal });
      const versions: ArticleVersionSummary[] = page.data;
      return { versions, next: page.next_cursor };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

export const articleDiffQuery = (id: string, from: number, to: number) =>
  queryOptions({
    queryKey: [...partsKey(id), 'diff', from, to],
    queryFn: async ({ signal }) =>
      (await client.articles.listVersions(id, { from, to }, { signal })).diff,
    staleTime: Number.POSITIVE_INFINITY,
  });
