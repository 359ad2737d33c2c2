import { may } from '../identity/index.ts';
import { reads, type Route } from '../platform/http/routes/route.ts';
import { analyze, ask, findExemplars, query, suggest } from './ai.handlers.ts';
import {
  Analysis,
  Analyze,
  Ask,
  AskAnswer,
  ExemplarList,
  Exemplars,
  Query,
  QueryAnswer,
  Suggest,
  Suggestions,
} from './ai.schema.ts';

const tag = 'AI';
/** A slow provider is tried twice within this time. */
const HANDLED_WITHIN_MS = 90_000;

const shared = {
  method: 'POST',
  tag,
  ignoresIdempotencyKey: true,
  handledWithinMs: HANDLED_WITHIN_MS,
} as const;
const modelErrors = ['ai_budget_exceeded', 'model_output_invalid', 'model_unavailable'] as const;
const STREAMING =
  'With `Accept: text/event-stream`, the text is streamed as `text` events while it is generated; the last event, `response`, contains this object.';

export const aiRoutes: Route[] = [
  reads({
    ...shared,
    path: '/ai/ask',
    operationId: 'askQuestion',
    summary: 'Ask the knowledge base',
    description: `Answers from published articles, and cites each article with the passage that supports the answer. If no article answers the question, the answer says so, \`grounded\` is false, and \`related\` names the articles that come nearest. ${STREAMING}`,
    policy: may('ai.ask'),
    limit: 'ai.ask',
    body: Ask,
    success: { status: 200, description: 'The answer.', schema: AskAnswer, streams: true },
    errors: ['not_found', ...modelErrors],
    read: ask,
  }),
  reads({
    ...shared,
    path: '/ai/analyze',
    operationId: 'analyzeRecord',
    summary: 'Analyze a record',
    description:
      'Finds the probable cause and the resolution of an incident or a change from similar resolved incidents. The analysis appears in the timeline of the record.',
    policy: may('ai.use'),
    limit: 'ai.analyze',
    body: Analyze,
    success: { status: 200, description: 'The findings.', schema: Analysis },
    errors: ['not_found', ...modelErrors],
    read: analyze,
  }),
  reads({
    ...shared,
    path: '/ai/exemplars',
    operationId: 'findExemplars',
    summary: 'Find similar cases',
    description: 'Returns resolved incidents similar to a description, the most similar first.',
    policy: may('ai.use'),
    limit: 'ai.exemplars',
    body: Exemplars,
    success: { status: 200, description: 'The cases.', schema: ExemplarList },
    errors: ['ai_budget_exceeded', 'model_unavailable'],
    read: findExemplars,
  }),
  reads({
    ...shared,
    path: '/ai/suggest',
    operationId: 'suggestFields',
    summary: 'Suggest field values',
    description:
      'Suggests category, priority and assignment group for the text of a new incident. `confidence` is the share of similar resolved incidents that have the value.',
    policy: may('ai.use'),
    limit: 'ai.suggest',
    body: Suggest,
    success: { status: 200, description: 'The suggestions.', schema: Suggestions },
    errors: ['ai_budget_exceeded', 'model_unavailable'],
    read: suggest,
  }),
  reads({
    ...shared,
    path: '/ai/query',
    operationId: 'queryCopilot',
    summary: 'Query the copilot',
    description: `Answers from incidents, changes, CIs and articles that you may read. The copilot changes nothing: \`suggested_actions\` are requests that you can send if you agree. ${STREAMING}`,
    policy: may('ai.use'),
    limit: 'ai.query',
    body: Query,
    success: { status: 200, description: 'The answer.', schema: QueryAnswer, streams: true },
    errors: ['not_found', ...modelErrors],
    read: query,
  }),
];
