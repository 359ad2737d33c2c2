// Runs an AI request: the cache first, then the budget, the work, its usage, and the cache again.
import { embedderOf, embedQuestion, estimateTokens, readIndexState } from '../knowledge/index.ts';
import { ApiError } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request/context.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { countCacheLookup } from '../platform/runtime/metrics.ts';
import { readSettings } from '../platform/runtime/settings.ts';
import { addUsage, tokensUsedToday } from './budget.sql.ts';
import { type CacheKey, ResponseCache, type ResponseSources } from './cache/cache.ts';
import { withIndexCounts } from './output/index-note.ts';

/** Embeds each text once, and counts the tokens of the request: embedded texts and model calls. */
export class RequestUsage {
  tokens = 0;
  readonly #deps: Pick<Deps, 'db'>;
  readonly #known = new Map<string, Promise<Float32Array | undefined>>();

  constructor(deps: Pick<Deps, 'db'>) {
    this.#deps = deps;
  }

  onTokens = (tokens: number): void => {
    this.tokens += tokens;
  };

  /** Resolves to undefined while there are no embeddings. */
  embed = (text: string): Promise<Float32Array | undefined> => {
    const known = this.#known.get(text);
    if (known) return known;
    this.onTokens(estimateTokens(text));
    const embedding = embedQuestion(embedderOf(this.#deps), text);
    this.#known.set(text, embedding);
    return embedding;
  };

  /** Fails the request with 503 while there are no embeddings. */
  require = async (text: string): Promise<Float32Array> => {
    const embedding = await this.embed(text);
    if (embedding) return embedding;
    const reason = embedderOf(this.#deps).unavailableReason();
    throw new ApiError(
      'model_unavailable',
      reason ?? 'The embedding model is not responding. Retry later.',
      {},
      { 'retry-after': '30' },
    );
  };
}

export interface Computed {
  /** `runAi` adds the members that every response has. */
  body: object;
  model: string;
  sources: ResponseSources;
}

const secondsToMidnight = (now: Date): number =>
  Math.max(
    1,
    Math.ceil((Date.parse(now.toISOString().slice(0, 10)) + 86_400_000 - now.getTime()) / 1000),
  );

async function requireBudget({ deps, actor, now }: RequestContext): Promise<void> {
  const { ai_tokens_per_day: budget } = await readSettings(deps.db);
  if ((await tokensUsedToday(deps.db, actor.id, now)) < budget) return;
  throw new ApiError(
    'ai_budget_exceeded',
    `You have used all ${budget} tokens of your daily budget. It resets at midnight UTC.`,
    { budget },
    { 'retry-after': String(secondsToMidnight(now)) },
  );
}

export interface AiResponse {
  model_used: string;
  cache_hit: boolean;
  tokens_used: number;
  latency_ms: number;
}

/** Calls `work` only if the cache has no response. */
export async function runAi(
  request: RequestContext,
  key: CacheKey,
  work: (usage: RequestUsage) => Promise<Computed>,
): Promise<AiResponse & Record<string, unknown>> {
  const started = performance.now();
  const { deps, actor } = request;
  const cache = new ResponseCache(deps);
  const usage = new RequestUsage(deps);
  const latency = () => ({ latency_ms: Math.round(performance.now() - started) });
  // The index is read before the articles: one that is indexed meanwhile would be missing from the response.
  const [cached, index] = await Promise.all([
    cache.find(key, usage.embed),
    key.readsArticles ? readIndexState(deps.db, deps.now()) : undefined,
  ]);
  const present = <Body extends object>(body: Body): Body =>
    index ? withIndexCounts(body as Body & { answer: string }, index) : body;
  countCacheLookup(key.endpoint, cached ? 'hit' : 'miss');
  if (cached)
    return {
      ...present(cached as object & { model_used: string }),
      cache_hit: true,
      tokens_used: 0,
      ...latency(),
    };
  await requireBudget(request);
  // A failed request is charged as well, because its tokens are spent.
  const charge = () => addUsage(deps.db, actor.id, request.now, usage.tokens);
  const { body, model, sources } = await work(usage).finally(charge);
  const response = { ...body, model_used: model };
  // The response is paid for: a failure to cache it must not lose it.
  if (!index?.isGrowing)
    await cache
      .save(key, usage.embed, response, sources)
      .catch((err: unknown) =>
        deps.log.warn({ err, endpoint: key.endpoint }, 'response.not_cached'),
      );
  return { ...present(response), cache_hit: false, tokens_used: usage.tokens, ...latency() };
}
