// The names in these schemas are those of the API contract.
import Type, { type Static } from 'typebox';
import { object, oneOf, announceMore } from '../platform/http/input/schema.ts';
import { COUNT_BOUND } from '../platform/lists/totals.ts';
import { type ModelAlias, modelAliases } from '../platform/runtime/ai-models.ts';

export const DEFAULT_ALIAS: ModelAlias = 'model-3-sonnet';

const MAX_QUESTION_LENGTH = 4000;
const MAX_TEXT_LENGTH = 65_536;
const MAX_RESULTS = 20;
export const DEFAULT_RESULTS = 5;

const nonBlankText = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: '\\S', description });

const model = Type.Optional(
  oneOf(modelAliases, { description: 'Alias of the model. Defaults to model-3-sonnet.' }),
);

export const contextTypes = ['incident', 'change', 'ci', 'article'] as const;
export type ContextType = (typeof contextTypes)[number];

const contextRecord = Type.Optional(
  object(
    {
      type: oneOf(contextTypes),
      id: Type.String({ maxLength: 64, example: 'INC0000042' }),
    },
    { description: 'A record that the question is about. You must be allowed to read it.' },
  ),
);

const resultCount = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_RESULTS, description }));

export const Ask = object(
  {
    question: nonBlankText(MAX_QUESTION_LENGTH, 'The question, in your own words.'),
    context_record: contextRecord,
    max_kb_results: resultCount('Passages to retrieve. Defaults to 5.'),
    model,
  },
  { title: 'AiAsk', examples: [{ question: 'How do I reset my password?' }] },
);
export type Ask = Static<typeof Ask>;

const analysisTypes = ['root_cause', 'impact', 'resolution', 'summary'] as const;
export type AnalysisType = (typeof analysisTypes)[number];

export const Analyze = object(
  {
    record_type: oneOf(['incident', 'change']),
    record_id: Type.String({ maxLength: 64, description: 'Id of the record.' }),
    analysis_type: Type.Optional(
      oneOf(analysisTypes, { description: 'Defaults to `root_cause`.' }),
    ),
    model,
  },
  {
    title: 'AiAnalyze',
    examples: [{ record_type: 'incident', record_id: 'INC0000042', analysis_type: 'root_cause' }],
  },
);
export type Analyze = Static<typeof Analyze>;

export const Exemplars = object(
  {
    record_type: Type.Optional(oneOf(['incident'], { description: 'Defaults to incident.' })),
    description: nonBlankText(MAX_TEXT_LENGTH, 'The symptom for which to find similar cases.'),
    category: Type.Optional(nonBlankText(255, 'Only cases of this category.')),
    top_k: resultCount('Cases to return. Defaults to 5.'),
  },
  {
    title: 'AiExemplars',
    examples: [{ record_type: 'incident', description: 'VPN drops every hour', top_k: 3 }],
  },
);
export type Exemplars = Static<typeof Exemplars>;

export const suggestable = ['category', 'priority', 'assignment_group'] as const;
export type Suggestable = (typeof suggestable)[number];

export const Suggest = object(
  {
    text: nonBlankText(MAX_TEXT_LENGTH, 'Text of a new incident.'),
    suggest_for: Type.Optional(
      Type.Array(oneOf(suggestable), {
        minItems: 1,
        maxItems: suggestable.length,
        uniqueItems: true,
        description: 'Fields to suggest. Defaults to all. A category comes with its subcategory.',
      }),
    ),
  },
  {
    title: 'AiSuggest',
    examples: [{ text: 'Outlook asks for my password again and again', suggest_for: ['category'] }],
  },
);
export type Suggest = Static<typeof Suggest>;

export const Query = object(
  {
    query: nonBlankText(MAX_QUESTION_LENGTH, 'The question or task, in your own words.'),
    context_record: contextRecord,
    model,
    max_results: resultCount('Records to consider. Defaults to 5.'),
  },
  {
    title: 'AiQuery',
    examples: [{ query: 'Which open incidents concern checkout?' }],
  },
);
export type Query = Static<typeof Query>;

const usageFields = {
  model_used: Type.String({
    description:
      'The model that was used, with its provider; `local/extractive` if none is configured.',
  }),
  cache_hit: Type.Boolean({
    description: 'True if the response was cached for an equal or very similar request.',
  }),
  tokens_used: Type.Integer({
    description: 'Tokens that this request consumed; 0 for a cache hit.',
  }),
  latency_ms: Type.Integer({ description: 'Total latency in milliseconds.' }),
};

const relevance = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'From 0 to 1. The most relevant citation comes first.',
});
const passage = Type.String({ description: 'The passage that supports the answer.' });
const grounded = Type.Boolean({
  description: 'False if nothing was found that answers the question.',
});

const Related = object({
  article_id: Type.String(),
  title: Type.String(),
  relevance: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'From 0 to 1. The most relevant article comes first.',
  }),
});
export type Related = Static<typeof Related>;

export const MAX_RELATED = 3;
const related = Type.Optional(
  Type.Array(Related, {
    maxItems: MAX_RELATED,
    description:
      'Articles that come nearest to the question but do not answer it. Present exactly when `grounded` is false; may be empty.',
  }),
);

const IndexCounts = object(
  {
    ready: Type.Boolean({ description: 'True if all published articles are indexed.' }),
    indexed: Type.Integer({ minimum: 0, description: 'Published articles that are indexed.' }),
    total: Type.Integer({
      minimum: 0,
      description: `Published articles, counted up to ${COUNT_BOUND}.`,
    }),
  },
  {
    description:
      'How many articles can be found at the time of the request. While `ready` is false, a better answer may be missing, and `answer` says so.',
  },
);
export type IndexCounts = Static<typeof IndexCounts>;

const example = {
  model_used: 'local/extractive',
  cache_hit: false,
  tokens_used: 9,
  latency_ms: 12,
};

const Citation = object({
  article_id: Type.String(),
  title: Type.String(),
  relevance,
  passage,
});
export type Citation = Static<typeof Citation>;

export const AskAnswer = object(
  {
    answer: Type.String({ description: 'Markdown without links or images to other sites.' }),
    citations: Type.Array(Citation, { description: 'One per article that supports the answer.' }),
    grounded,
    related,
    index: IndexCounts,
    ...usageFields,
  },
  {
    title: 'AiAskAnswer',
    examples: [
      {
        answer:
          'From “Reset a forgotten password” (KB0000012):\n\nOpen the sign-in page and choose Forgot password.',
        citations: [
          {
            article_id: 'KB0000012',
            title: 'Reset a forgotten password',
            relevance: 0.81,
            passage: 'Open the sign-in page and choose Forgot password.',
          },
        ],
        grounded: true,
        index: { ready: true, indexed: 64, total: 64 },
        ...example,
      },
    ],
  },
);
export type AskAnswer = Omit<Static<typeof AskAnswer>, keyof typeof usageFields>;

const confidence = Type.Number({ minimum: 0, maximum: 1 });

const findings = {
  probable_root_cause: Type.String({ description: 'Empty if no similar case was found.' }),
  confidence,
  resolution_steps: Type.Array(Type.String()),
  related_problem: Type.String({
    description: 'Id of the problem that similar cases are linked to; empty if there is none.',
  }),
  similar_past_incidents: Type.Array(Type.String(), {
    description: 'Ids, the most similar first.',
  }),
  estimated_resolution_minutes: Type.Integer({
    minimum: 0,
    description: 'Median of the similar cases; 0 if there are none.',
  }),
  summary: Type.String({
    description: 'The record in a few sentences; with `impact`, also the records it affects.',
  }),
};
export const Findings = object(findings, { title: 'AiFindings' });
export type Findings = Static<typeof Findings>;

export const Analysis = object(
  {
    record_id: Type.String(),
    analysis_type: oneOf(analysisTypes),
    findings: Findings,
    ...usageFields,
  },
  {
    title: 'AiAnalysis',
    examples: [
      {
        record_id: 'INC0000042',
        analysis_type: 'root_cause',
        findings: {
          probable_root_cause: 'The pool of database connections was too small.',
          confidence: 0.72,
          resolution_steps: ['Raised the pool to 20 connections.'],
          related_problem: 'PRB0000007',
          similar_past_incidents: ['INC0000017'],
          estimated_resolution_minutes: 45,
          summary: 'INC0000042, P2, in_progress: Checkout answers 502.',
        },
        ...example,
      },
    ],
  },
);

const Exemplar = object(
  {
    incident_id: Type.String(),
    description: Type.String(),
    resolution: Type.String({ description: 'How it was fixed.' }),
    resolution_time_min: Type.Integer({ minimum: 0 }),
    similarity_score: Type.Number({ minimum: 0, maximum: 1 }),
  },
  { title: 'AiExemplar' },
);

export const ExemplarList = object(
  { exemplars: Type.Array(Exemplar), count: Type.Integer(), ...usageFields },
  {
    title: 'AiExemplarList',
    examples: [
      {
        exemplars: [
          {
            incident_id: 'INC0000017',
            description: 'VPN drops every hour',
            resolution: 'Renewed the client certificate.',
            resolution_time_min: 42,
            similarity_score: 0.83,
          },
        ],
        count: 1,
        ...example,
      },
    ],
  },
);

const Suggestion = object({ value: Type.String(), confidence });
const PrioritySuggestion = object({
  value: Type.String(),
  confidence,
  reasoning: Type.String({ description: 'Names similar cases that support the value.' }),
});

export const Suggestions = object(
  {
    suggestions: object(
      {
        category: Type.Optional(Suggestion),
        subcategory: Type.Optional(Suggestion),
        priority: Type.Optional(PrioritySuggestion),
        assignment_group: Type.Optional(Suggestion),
      },
      { description: 'A field is absent if similar cases suggest no value for it.' },
    ),
    ...usageFields,
  },
  {
    title: 'AiSuggestions',
    examples: [
      {
        suggestions: {
          category: { value: 'email', confidence: 0.91 },
          subcategory: { value: 'mailbox', confidence: 0.64 },
        },
        ...example,
      },
    ],
  },
);
export type Suggestions = Static<typeof Suggestions>['suggestions'];

const SuggestedAction = object(
  {
    method: oneOf(['POST', 'PATCH']),
    path: Type.String({ description: 'Path relative to the API root.' }),
    body: Type.Record(Type.String(), Type.Unknown()),
    reason: Type.String(),
  },
  { description: 'A request that the copilot proposes. Send it yourself if you agree.' },
);
export type SuggestedAction = Static<typeof SuggestedAction>;

const RecordCitation = object({
  type: oneOf(contextTypes, { description: announceMore('types') }),
  id: Type.String(),
  article_id: Type.Optional(Type.String({ description: 'Equals `id`; articles only.' })),
  title: Type.String(),
  relevance,
  passage: Type.Optional(passage),
});
export type RecordCitation = Static<typeof RecordCitation>;

export const QueryAnswer = object(
  {
    answer: Type.String({ description: 'Markdown without links or images to other sites.' }),
    citations: Type.Array(RecordCitation),
    suggested_actions: Type.Array(SuggestedAction),
    grounded,
    related,
    index: IndexCounts,
    ...usageFields,
  },
  {
    title: 'AiQueryAnswer',
    examples: [
      {
        answer: 'Open incidents: INC0000042 (P2, in_progress): Checkout answers 502.',
        citations: [
          { type: 'incident', id: 'INC0000042', title: 'Checkout answers 502', relevance: 1 },
        ],
        suggested_actions: [
          {
            method: 'PATCH',
            path: '/incidents/INC0000042',
            body: { category: 'software' },
            reason: '8 of 10 similar cases have the category software.',
          },
        ],
        grounded: true,
        index: { ready: true, indexed: 64, total: 64 },
        ...example,
      },
    ],
  },
);
export type QueryAnswer = Omit<Static<typeof QueryAnswer>, keyof typeof usageFields>;
