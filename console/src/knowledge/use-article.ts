// What a reader can do with an article: its steps, each with the version that is shown.
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type Article,
  articlePartsKey,
  articleQuery,
  discardRevision,
  faultOf,
  mayUse,
  meQuery,
  publishArticle,
  queryClient,
  retireArticle,
  updateArticle,
} from '../api/index.ts';
import { toast } from '../ui/toast.tsx';
import type { StepId } from './article.steps.ts';
import { articleList } from './articles.list.ts';

/** The article as it is now, in the cache and in the lists. */
export function showArticle(article: Article): void {
  queryClient.setQueryData(articleQuery(article.id).queryKey, article);
  void queryClient.invalidateQueries({ queryKey: articlePartsKey(article.id) });
  for (const list of articleList.all()) void list.refreshShown();
}

const runs: Record<StepId, (id: string, version: number) => Promise<Article | undefined>> = {
  review: (id, version) => updateArticle(id, { state: 'review' }, version),
  publish: publishArticle,
  publishRevision: publishArticle,
  discard: discardRevision,
  retire: retireArticle,
  draft: (id, version) => updateArticle(id, { state: 'draft' }, version),
};

const done: Record<StepId, string> = {
  review: 'Submitted for review.',
  publish: 'Published.',
  publishRevision: 'The revision is published.',
  discard: 'The revision is discarded.',
  retire: 'Retired.',
  draft: 'It is a draft again.',
};

export function useArticle({ id, version }: Article) {
  const { data: me } = useQuery(meQuery);
  const may = (permission: string) => me !== undefined && mayUse(me, permission);
  const step = useMutation({
    mutationFn: (name: StepId) => runs[name](id, version),
    onSuccess: (article, name) => {
      if (article) showArticle(article);
      toast(done[name]);
    },
    onError: (error) => {
      const { title, detail } = faultOf(error);
      toast(`${title}: ${detail}`, { tone: 'red' });
      void queryClient.invalidateQueries({ queryKey: articleQuery(id).queryKey });
    },
  });
  return {
    step,
    rights: { mayWrite: may('articles.write'), mayPublish: may('articles.publish') },
    mayReadHistory: may('articles.read_history'),
    mayVote: may('articles.vote'),
  };
}
