// Indexing uses at most about half of a core, because people wait for questions and nobody waits for an index.
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../platform/errors.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { BACKGROUND_TIMEOUT_MS, type Embedder } from '../embeddings/embedder.ts';
import { type ArticleText, passagesOf } from './passages.ts';
import {
  dropOtherModels,
  dropPassages,
  type EmbeddedPassage,
  isIndexed,
  replacePassages,
} from './passages.sql.ts';

export const INDEX_TASK = 'index-article';

export interface PublishedArticle extends ArticleText {
  id: string;
  /** The version increases with every text that readers see. */
  version: number;
}

/** Each read returns undefined for an article that readers do not see. */
export interface ArticleSource {
  find: (db: Db, id: string) => Promise<PublishedArticle | undefined>;
  /** Locks the article until the end of the transaction. */
  lock: (tx: Tx, id: string) => Promise<PublishedArticle | undefined>;
  /** Returns the ids of published articles in their order. */
  idsAfter: (db: Db, id: string, limit: number) => Promise<string[]>;
}

export type TextEmbedder = Pick<
  Embedder,
  | 'modelId'
  | 'embed'
  | 'passages'
  | 'isInstalled'
  | 'isStopped'
  | 'isAvailable'
  | 'unavailableReason'
>;

type IndexDeps = Pick<Deps, 'db' | 'log'>;

type Rest = (ms: number) => Promise<unknown>;

/** A text takes up to 50 ms; work that took much longer has waited for something and not computed. */
const MAX_REST_MS = 1000;

/** Runs work one piece at a time, during at most this share of the time: it rests before the next. */
export function createPacer(share: number, rest: Rest = sleep, now = () => performance.now()) {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    let resting: Promise<unknown> | undefined;
    const result = last.then(async () => {
      const start = now();
      try {
        return await work();
      } finally {
        resting = rest(Math.min(MAX_REST_MS, (now() - start) * (1 / share - 1)));
      }
    });
    last = result.catch(() => {}).then(() => resting);
    return result;
  };
}

type Pacer = ReturnType<typeof createPacer>;

/** A text that is edited more often than this while it is embedded is left to the next attempt of the task. */
const MAX_ROUNDS = 5;
const ARTICLES_PER_PAGE = 100;

export class ArticleIndexer {
  readonly #source: ArticleSource;
  readonly #embedder: TextEmbedder;
  readonly #runPaced: Pacer;

  constructor(source: ArticleSource, embedder: TextEmbedder, runPaced = createPacer(0.5)) {
    this.#source = source;
    this.#embedder = embedder;
    this.#runPaced = runPaced;
  }

  /** Handles the task `index-article`, which may run twice, and concurrently with another for the same article. */
  async indexArticle(deps: IndexDeps, article_id: string): Promise<void> {
    let article = await this.#source.find(deps.db, article_id);
    if (article && (await this.#isIndexed(deps, article))) return;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const passages = article && (await this.#embedPassages(article));
      const current = await this.#store(deps, article_id, article, passages ?? []);
      if (current === 'stored') return this.#logIndexed(deps, article_id, passages);
      article = current;
    }
    throw new Error(`Article ${article_id} was edited while it was embedded, ${MAX_ROUNDS} times.`);
  }

  /** Without the packages, an article has no vectors until `admin reindex`; a model that fails is tried again. */
  #logIndexed(
    { log }: IndexDeps,
    article: string,
    passages: readonly EmbeddedPassage[] | undefined,
  ): void {
    if (passages?.every(({ embedding }) => embedding !== null) ?? true) {
      log.debug({ article, passages: passages?.length ?? 0 }, 'passages.indexed');
      return;
    }
    const reason = this.#embedder.unavailableReason();
    if (this.#embedder.isInstalled)
      throw new Error(
        `The passages of ${article} are not embedded: ${reason ?? 'the model is not available'}`,
      );
    log.warn({ article, reason }, 'passages.not_embedded');
  }

  /**
   * Handles `admin reindex`: gives every published article passages of the model, beside those that the service uses, and
   * then drops those of other models. Articles that have them are skipped, so that it can be interrupted and run again.
   */
  async reindex(deps: IndexDeps): Promise<string> {
    this.#requireModel();
    const counts = { embedded: 0, skipped: 0 };
    for (let after = ''; ;) {
      const ids = await this.#source.idsAfter(deps.db, after, ARTICLES_PER_PAGE);
      for (const id of ids) counts[await this.#reindexArticle(deps, id)] += 1;
      const last = ids.at(-1);
      if (last === undefined) break;
      after = last;
    }
    const { modelId } = this.#embedder;
    const dropped = await dropOtherModels(deps.db, modelId);
    return `${counts.embedded} articles were embedded with ${modelId}, ${counts.skipped} already were; ${dropped} passages of other models were dropped.`;
  }

  async #reindexArticle(deps: IndexDeps, id: string): Promise<'embedded' | 'skipped'> {
    const article = await this.#source.find(deps.db, id);
    if (!article || (await this.#isIndexed(deps, article))) return 'skipped';
    await this.indexArticle(deps, id);
    // If the model failed, the article must not lose the vectors of the other model.
    this.#requireModel();
    return 'embedded';
  }

  #isIndexed({ db }: IndexDeps, { id, version }: PublishedArticle): Promise<boolean> {
    const model = this.#embedder.modelId;
    return isIndexed(db, { articleId: id, articleVersion: version, model });
  }

  #requireModel(): void {
    const reason = this.#embedder.unavailableReason();
    if (reason !== undefined) throw new UsageError(reason);
  }

  async #embedPassages(article: PublishedArticle): Promise<EmbeddedPassage[]> {
    // A process that stops leaves existing vectors unchanged; the task fails and is retried elsewhere.
    if (!this.#embedder.isAvailable() && !this.#embedder.isStopped)
      return passagesOf(article).map((passage) => ({ ...passage, embedding: null }));
    const passages = await this.#runPaced(() =>
      this.#embedder.passages(article, BACKGROUND_TIMEOUT_MS),
    );
    const embedded: EmbeddedPassage[] = [];
    for (const passage of passages) {
      const embedding = await this.#runPaced(() =>
        this.#embedder.embed(passage.embeddingText, BACKGROUND_TIMEOUT_MS),
      );
      embedded.push({ ...passage, embedding });
    }
    return embedded;
  }

  /** Stores the passages, unless the article has a newer text, which is then returned. */
  #store(
    { db }: IndexDeps,
    articleId: string,
    article: PublishedArticle | undefined,
    passages: readonly EmbeddedPassage[],
  ): Promise<PublishedArticle | undefined | 'stored'> {
    return db.transaction().execute(async (tx) => {
      const current = await this.#source.lock(tx, articleId);
      if (current?.version !== article?.version) return current;
      if (!article) await dropPassages(tx, articleId);
      else
        await replacePassages(tx, {
          articleId,
          articleVersion: article.version,
          title: article.title,
          model: this.#embedder.modelId,
          passages,
        });
      return 'stored';
    });
  }
}
