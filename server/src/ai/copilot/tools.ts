// Each tool reads with the caller's rights and records what it returned, because nothing else may be cited.
import type { Actor } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { ContextType } from '../ai.schema.ts';
import type { Source } from '../cache/cache.sql.ts';
import { type Neighbour, similarIncidents } from '../resolved/neighbours.ts';
import { retrieveArticle, type RetrievedPassage, retrievePassages } from '../retrieval/passages.ts';
import { type FoundRecord, readFor, type RecordSearch, searchFor } from '../retrieval/records.ts';
import { relatedPassages } from '../retrieval/related.ts';

/** The relevance is 1 for a record that was named or matches filters. */
export interface Retrieved {
  type: ContextType;
  id: string;
  version: number;
  title: string;
  relevance: number;
  passage?: string;
}

export type Embed = (text: string) => Promise<Float32Array | undefined>;

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed');

export class CopilotTools {
  readonly maxResults: number;
  /** The answer lists records, so records that do not exist yet can make it outdated. */
  hasSearched = false;
  readonly #deps: Pick<Deps, 'db' | 'now'>;
  readonly #actor: Actor;
  readonly #embed: Embed;
  readonly #retrieved = new Map<string, Retrieved>();

  constructor(deps: Pick<Deps, 'db' | 'now'>, actor: Actor, embed: Embed, maxResults: number) {
    this.#deps = deps;
    this.#actor = actor;
    this.#embed = embed;
    this.maxResults = maxResults;
  }

  #recordRetrieved(one: Retrieved): void {
    const key = `${one.type} ${one.id}`;
    const known = this.#retrieved.get(key);
    if (!known || known.relevance < one.relevance) this.#retrieved.set(key, one);
  }

  findRetrieved(type: ContextType, id: string): Retrieved | undefined {
    return this.#retrieved.get(`${type} ${id}`);
  }

  /** Serves citations in texts, which have no type. */
  findRetrievedById(id: string): Retrieved | undefined {
    return this.#retrieved.values().find((one) => one.id === id);
  }

  sourcesOf(cited: readonly Pick<Retrieved, 'type' | 'id'>[]): Source[] {
    return cited.flatMap(({ type, id }) => {
      const one = this.findRetrieved(type, id);
      return one ? [{ type, id, version: one.version }] : [];
    });
  }

  add(record: FoundRecord): FoundRecord {
    const { type, id, version, title } = record;
    this.#recordRetrieved({ type, id, version, title, relevance: 1 });
    return record;
  }

  /** Returns undefined for a record that is missing or that the caller may not read. */
  async get(type: ContextType, id: string): Promise<FoundRecord | undefined> {
    try {
      return this.add(await readFor(this.#deps.db, this.#actor, { type, id }));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async search(
    type: ContextType,
    request: Omit<RecordSearch, 'limit'>,
  ): Promise<readonly FoundRecord[]> {
    this.hasSearched = true;
    try {
      const limit = this.maxResults;
      const records = await searchFor(this.#deps, this.#actor, type, { ...request, limit });
      for (const record of records) this.add(record);
      return records;
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async passages(question: string): Promise<readonly RetrievedPassage[]> {
    const embedding = await this.#embed(question);
    const ranked = await retrievePassages(this.#deps, question, embedding);
    const found = ranked.slice(0, this.maxResults);
    for (const { article_id: id, version, title, relevance, text } of found)
      this.#recordRetrieved({ type: 'article', id, version, title, relevance, passage: text });
    return found;
  }

  /** Returns all passages of the article, in their order. */
  article(passage: RetrievedPassage): Promise<RetrievedPassage[]> {
    return retrieveArticle(this.#deps, passage);
  }

  /** Cites the article with this passage instead of the one that was found, and returns its id. */
  quote({ article_id: id, text }: RetrievedPassage): string {
    const found = this.findRetrieved('article', id);
    if (found) found.passage = text;
    return id;
  }

  /** Returns the passages of articles that are nearest to a question that got no answer. */
  async findRelated(question: string): Promise<RetrievedPassage[]> {
    const embedding = await this.#embed(question);
    return relatedPassages(this.#actor, await retrievePassages(this.#deps, question, embedding));
  }

  async similar(text: string, except?: string): Promise<readonly Neighbour[]> {
    const embedding = await this.#embed(text);
    if (!embedding) return [];
    const request = { embedding, limit: this.maxResults, except };
    const found = await similarIncidents(this.#deps, this.#actor, request);
    for (const { id, version, short_description, similarity } of found)
      this.#recordRetrieved({
        type: 'incident',
        id,
        version,
        title: short_description,
        relevance: Math.min(1, similarity),
      });
    return found;
  }
}
