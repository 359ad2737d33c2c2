// Each handler names the rights and records that its response depends on, so that the cache never serves it to a caller
// who may not read them.
import { emit, type EntryKind } from '../events/index.ts';
import type { Permission } from '../identity/index.ts';
import { countCitation } from '../knowledge/index.ts';
import { ok, type Reply, type RequestContext } from '../platform/http/request/context.ts';
import { transact } from '../platform/postgres/transaction.ts';
import {
  type Analyze,
  type Ask,
  DEFAULT_ALIAS,
  DEFAULT_RESULTS,
  type Exemplars,
  type IndexCounts,
  type Query,
  type Suggest,
} from './ai.schema.ts';
import { answererOf } from './answerers/choose.ts';
import { runAi } from './ai.run.ts';
import { describeAffected } from './retrieval/affected.ts';
import { type CacheKey, rightsOf } from './cache/cache.ts';
import type { Source } from './cache/cache.sql.ts';
import { checkActions } from './copilot/actions.ts';
import { CopilotTools } from './copilot/tools.ts';
import { citeArticles, citeRecords, withoutAnswer } from './output/citations.ts';
import { acceptsEvents, respondWithEvents } from './output/event-stream.ts';
import { indexNote } from './output/index-note.ts';
import { safeFindings } from './output/safe-findings.ts';
import { safeText } from './output/safe-text.ts';
import { symptomOf } from './resolved/index-incident.ts';
import { similarIncidents, VOTERS } from './resolved/neighbours.ts';
import { suggestionsOf } from './resolved/suggestions.ts';
import { LOCAL_MODEL } from './answerers/local.ts';
import { retrieveArticle, type RetrievedPassage, retrievePassages } from './retrieval/passages.ts';
import { type FoundRecord, readFor, readPermissions } from './retrieval/records.ts';
import { relatedPassages } from './retrieval/related.ts';

type AiRequest<Body> = RequestContext<unknown, unknown, Body>;

const MINUTE = 60;
/** The API contract sets these times in its section "Limits". */
const ttlSeconds = {
  ask: 60 * MINUTE,
  analyze: 30 * MINUTE,
  exemplars: 15 * MINUTE,
  suggest: 5 * MINUTE,
  query: 15 * MINUTE,
};

const permissionOf: Record<FoundRecord['type'], Permission> = {
  incident: 'incidents.read',
  change: 'changes.read',
  ci: 'cmdb.read',
  article: 'articles.read',
};

const sourceOf = ({ type, id, version }: FoundRecord): Source => ({ type, id, version });

const incidentSources = (neighbours: readonly { id: string; version: number }[]) => ({
  cited: neighbours.map(({ id, version }) => ({ type: 'incident' as const, id, version })),
});

const articleSources = (passages: readonly RetrievedPassage[]): Source[] => [
  ...new Map(
    passages.map(({ article_id: id, version }) => [id, { type: 'article' as const, id, version }]),
  ).values(),
];

const contextOf = (request: AiRequest<Ask | Query>): Promise<FoundRecord> | undefined => {
  const { context_record } = request.body;
  return context_record && readFor(request.deps.db, request.actor, context_record);
};

type Run = (onText?: (text: string) => void, signal?: AbortSignal) => Promise<object>;

interface Answer {
  citations: { article_id?: string }[];
  index: IndexCounts;
}

/** Streams the answer if the caller accepts events, and counts the articles that it cites. */
async function respondWithAnswer<Body>(request: AiRequest<Body>, run: Run): Promise<Reply> {
  const { deps, accept, baseUrl, requestId } = request;
  const runAndCount: Run = async (onText, signal) => {
    let hasText = false;
    const sendText = (text: string) => {
      hasText ||= text !== '';
      onText?.(text);
    };
    const response = await run(onText && sendText, signal);
    const { citations, index } = response as Answer;
    for (const { article_id } of citations)
      if (article_id !== undefined) countCitation(deps, article_id);
    // The streamed text must have the same end as the answer of the response.
    if (hasText && !index.ready) onText?.(indexNote(index));
    return response;
  };
  if (!acceptsEvents(accept)) return ok(await runAndCount());
  return respondWithEvents(baseUrl, runAndCount, (err) =>
    deps.log.warn({ err, requestId }, 'answer.failed'),
  );
}

export async function ask(request: AiRequest<Ask>): Promise<Reply> {
  const { deps, actor, body, baseUrl } = request;
  const { question, max_kb_results: limit = DEFAULT_RESULTS, model: alias = DEFAULT_ALIAS } = body;
  const answerer = answererOf(deps);
  const model = answerer.modelOf(alias);
  const context = await contextOf(request);
  const permissions: Permission[] = [
    'articles.read',
    ...(context ? [permissionOf[context.type]] : []),
  ];
  const key: CacheKey = {
    endpoint: 'ask',
    scope: [model, limit, context && sourceOf(context), rightsOf(actor, permissions)],
    text: question,
    ttlSeconds: ttlSeconds.ask,
    isSemantic: true,
    readsArticles: true,
    cachesUncited: true,
  };
  return respondWithAnswer(request, (onText, signal) =>
    runAi(request, key, async ({ embed, onTokens }) => {
      const text = context ? `${question}\n${context.title}` : question;
      const ranked = await retrievePassages(deps, text, await embed(text));
      const passages = ranked.slice(0, limit);
      const retrieved = [...passages];
      const readArticle = async (passage: RetrievedPassage) => {
        const article = await retrieveArticle(deps, passage);
        retrieved.push(...article);
        return article;
      };
      const output = await answerer.ask(
        { question, context, passages, readArticle },
        { alias, onText, signal, onTokens },
      );
      const citations = citeArticles(output.cited, retrieved, baseUrl);
      const isGrounded = citations.length > 0;
      const related = isGrounded ? [] : relatedPassages(actor, ranked);
      return {
        body: {
          ...(isGrounded
            ? { answer: safeText(output.answer, baseUrl) }
            : withoutAnswer(related, baseUrl)),
          citations,
          grounded: isGrounded,
        },
        model,
        sources: { cited: articleSources(output.cited), related: articleSources(related) },
      };
    }),
  );
}

const SIMILAR_CASES = 8;

export async function analyze(request: AiRequest<Analyze>): Promise<Reply> {
  const { deps, actor, body, baseUrl } = request;
  const { record_type: type, analysis_type: analysisType = 'root_cause' } = body;
  const alias = body.model ?? DEFAULT_ALIAS;
  const answerer = answererOf(deps);
  const model = answerer.modelOf(alias);
  const record = await readFor(deps.db, actor, { type, id: body.record_id });
  const key: CacheKey = {
    endpoint: 'analyze',
    scope: [model, analysisType, sourceOf(record), rightsOf(actor, readPermissions)],
    text: record.id,
    ttlSeconds: ttlSeconds.analyze,
    isSemantic: false,
    readsArticles: false,
    cachesUncited: false,
  };
  const response = await runAi(request, key, async (usage) => {
    const symptom = symptomOf(record.fields as unknown as Parameters<typeof symptomOf>[0]);
    const embedding = await usage.require(symptom);
    const search = { embedding, limit: SIMILAR_CASES, except: record.id };
    const neighbours = await similarIncidents(deps, actor, search);
    const affected = await describeAffected(deps, actor, record);
    const input = { record, analysisType, neighbours, affected };
    const { findings } = await answerer.analyze(input, { alias, onTokens: usage.onTokens });
    await transact(deps, (tx) =>
      emit(tx, request, {
        record: { type, id: record.id, version: record.version },
        kind: `${type}.ai_analyzed` satisfies EntryKind,
        changes: {
          ai_analysis: { from: null, to: { analysis_type: analysisType, model_used: model } },
        },
        events: [],
      }),
    );
    return {
      body: {
        record_id: record.id,
        analysis_type: analysisType,
        findings: safeFindings(findings, neighbours, baseUrl),
      },
      model,
      sources: { cited: [sourceOf(record), ...incidentSources(neighbours).cited] },
    };
  });
  return ok(response);
}

export async function findExemplars(request: AiRequest<Exemplars>): Promise<Reply> {
  const { deps, actor, body } = request;
  const { category, top_k: limit = DEFAULT_RESULTS } = body;
  const symptom = symptomOf({ short_description: body.description, description: null });
  const key: CacheKey = {
    endpoint: 'exemplars',
    scope: [limit, category, rightsOf(actor, ['incidents.read'])],
    text: symptom,
    ttlSeconds: ttlSeconds.exemplars,
    isSemantic: false,
    readsArticles: false,
    cachesUncited: false,
  };
  const response = await runAi(request, key, async (usage) => {
    const embedding = await usage.require(symptom);
    const found = await similarIncidents(deps, actor, { embedding, limit, category });
    const exemplars = found.map((one) => ({
      incident_id: one.id,
      description: one.description
        ? `${one.short_description}\n${one.description}`
        : one.short_description,
      resolution: one.resolution,
      resolution_time_min: one.resolution_minutes,
      similarity_score: Number(Math.min(1, one.similarity).toFixed(4)),
    }));
    return {
      body: { exemplars, count: exemplars.length },
      model: LOCAL_MODEL,
      sources: incidentSources(found),
    };
  });
  return ok(response);
}

export async function suggest(request: AiRequest<Suggest>): Promise<Reply> {
  const { deps, actor, body } = request;
  const { text, suggest_for: fields } = body;
  const symptom = symptomOf({ short_description: text, description: null });
  const key: CacheKey = {
    endpoint: 'suggest',
    scope: [fields?.toSorted(), rightsOf(actor, ['incidents.read'])],
    text: symptom,
    ttlSeconds: ttlSeconds.suggest,
    isSemantic: false,
    readsArticles: false,
    cachesUncited: false,
  };
  const response = await runAi(request, key, async (usage) => {
    const embedding = await usage.require(symptom);
    const neighbours = await similarIncidents(deps, actor, { embedding, limit: VOTERS });
    return {
      body: { suggestions: suggestionsOf(neighbours, fields) },
      model: LOCAL_MODEL,
      sources: incidentSources(neighbours),
    };
  });
  return ok(response);
}

export async function query(request: AiRequest<Query>): Promise<Reply> {
  const { deps, actor, body, baseUrl } = request;
  const { query: text, max_results: limit = DEFAULT_RESULTS, model: alias = DEFAULT_ALIAS } = body;
  const answerer = answererOf(deps);
  const model = answerer.modelOf(alias);
  const context = await contextOf(request);
  const key: CacheKey = {
    endpoint: 'query',
    scope: [model, limit, context && sourceOf(context), rightsOf(actor, readPermissions)],
    text,
    ttlSeconds: ttlSeconds.query,
    isSemantic: true,
    readsArticles: true,
    cachesUncited: false,
  };
  return respondWithAnswer(request, (onText, signal) =>
    runAi(request, key, async ({ embed, onTokens }) => {
      const tools = new CopilotTools(deps, actor, embed, limit);
      if (context) tools.add(context);
      const output = await answerer.query(
        { query: text, context, tools },
        { alias, onText, signal, onTokens },
      );
      const citations = citeRecords(output.cited, tools, baseUrl);
      const isGrounded = citations.length > 0;
      return {
        body: {
          ...(isGrounded
            ? { answer: safeText(output.answer, baseUrl) }
            : withoutAnswer(await tools.findRelated(text), baseUrl)),
          citations,
          suggested_actions: checkActions(output.actions, actor, tools, baseUrl),
          grounded: isGrounded,
        },
        model,
        // The next new record makes a list of records outdated, so its response is not cached.
        sources: { cited: tools.hasSearched ? [] : tools.sourcesOf(citations) },
      };
    }),
  );
}
