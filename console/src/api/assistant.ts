// The assistant finds similar cases, a probable cause, answers in articles, and field values.
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export type {
  AiAnalysis as Analysis,
  AiAskAnswer as Answer,
  AiSuggestions as Suggestions,
} from '@signalbox/sdk';

const MAX_SIMILAR = 5;

export const similarQuery = (description: string) =>
  queryOptions({
    queryKey: ['assistant', 'similar', description],
    queryFn: async ({ signal }) => {
      const body = { description, top_k: MAX_SIMILAR };
      return (await client.ai.findExemplars(body, { signal })).exemplars;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const suggestQuery = (text: string) =>
  queryOptions({
    queryKey: ['assistant', 'suggest', text],
    queryFn: async ({ signal }) => (await client.ai.suggest({ text }, { signal })).suggestions,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const findRootCause = (id: string) =>
  client.ai.analyze({ record_type: 'incident', record_id: id, analysis_type: 'root_cause' });

export const ask = (question: string, about?: { type: 'incident' | 'change'; id: string }) =>
  client.ai.ask({ question, ...(about && { context_record: about }) });
