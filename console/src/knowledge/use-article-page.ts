// Each step of an article is taken with the version that is current then.
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import {
  type Article,
  discardRevision,
  mayUse,
  meQuery,
  publishArticle,
  retireArticle,
  sendBackArticle,
  updateArticle,
} from '../api/index.ts';
import { type Step, useRecord } from '../records/index.ts';
import {
  delayedSteps,
  nextSteps,
  type StepId,
  stepLabels,
  stepQuestions,
  stepsOf,
} from './article.steps.ts';

const runs: Record<StepId, (article: Article, text: string) => Promise<Article>> = {
  review: ({ id, version }) => updateArticle(id, { state: 'review' }, version),
  publish: ({ id, version }) => publishArticle(id, version),
  publishRevision: ({ id, version }) => publishArticle(id, version),
  sendBack: ({ id, version }, comment) => sendBackArticle(id, comment, version),
  discard: async (article) => (await discardRevision(article.id, article.version)) ?? article,
  draft: ({ id, version }) => updateArticle(id, { state: 'draft' }, version),
  retire: ({ id, version }) => retireArticle(id, version),
};

const questionOf = (id: StepId): Pick<Step<'article'>, 'asks'> => {
  const label = stepQuestions[id];
  return label === undefined ? {} : { asks: { label } };
};

export function useArticlePage(article: Article) {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const may = (permission: string) => me !== undefined && mayUse(me, permission);
  const rights = { mayWrite: may('articles.write'), mayPublish: may('articles.publish') };
  const steps = stepsOf(article, rights).map((id): Step<'article'> => ({
    id,
    label: stepLabels[id],
    isNext: nextSteps.has(id),
    ...questionOf(id),
    isDelayed: delayedSteps.has(id),
    run: runs[id],
  }));
  const page = useRecord({ type: 'article', record: article, steps });
  return {
    ...page,
    rights,
    mayReadHistory: may('articles.read_history'),
    mayVote: may('articles.vote'),
    openEditor: () => void navigate({ to: '/knowledge/$id/edit', params: { id: article.id } }),
  };
}
