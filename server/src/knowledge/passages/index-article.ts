// Keeps the passages of articles: cuts the published text, embeds each passage and replaces the rows, using at most
// about half of a core, because nobody waits for it and questions do wait.
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
  /** Grows with every text that readers see. */
  version: number;
}

/** How articles are read. An article that readers do not see is undefined. */
export interface ArticleSource {
  find: (db: Db, id: string) => Promise<PublishedArticle | undefined>;
  /** Locks the article until the end of the transaction. */
  lock: (tx: Tx, id: string) => Promise<PublishedArticle | undefined>;
  /** Ids of published articles in their order, for a walk through all of them. */
  idsAfter: (db: Db, id: string, limit: number) => Promise<string[]>;
}

export type EmbedsTexts = Pick<
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

/** Runs tasks one at a time, during at most this share of the time: it rests before the next. */
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

type Paced = ReturnType<typeof createPacer>;

/** A text that is edited more often than this while it is embedded is left to the next try of the task. */
const MAX_ROUNDS = 5;
const ARTICLES_PER_PAGE = 100;

export class ArticleIndexer {
  readonly #source: ArticleSource;
  readonly #embedder: EmbedsTexts;
  readonly #paced: Paced;

  constructor(source: ArticleSource, embedder: EmbedsTexts, paced = createPacer(0.5)) {
    this.#source = source;
    this.#embedder = embedder;
    this.#paced = paced;
  }

  /** The task `index-article`. May run twice, and at the same time as another for the same article. */
  async indexArticle(deps: IndexDeps, article_id: string): Promise<void> {
    let article = await this.#source.find(deps.db, article_id);
    if (article && (await this.#isIndexed(deps, article))) return;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const passages = article && (await this.#embedded(article));
      const current = await this.#store(deps, article_id, article, passages ?? []);
      if (current === 'stored') return this.#logIndexed(deps, article_id, passages);
      article = current;
    }
    throw new Error(`Article ${article_id} was edited while it was embedded.`);
  }

  /** Without the packages, an article stays without vectors until `admin reindex`; a model that fails is tried again. */
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
      throw new Error(`The passages of ${article} are not embedded: ${reason ?? 'model away'}`);
    log.warn({ article, reason }, 'passages.not_embedded');
  }

  /**
   * `admin reindex`: gives every published article passages of the model, beside those that the service uses, and then
   * drops those of other models. Articles that have them are skipped, so that it can be interrupted and run again.
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
    // Without its vectors the article must not lose those of the other model.
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

  async #embedded(article: PublishedArticle): Promise<EmbeddedPassage[]> {
    // A process that stops leaves the vectors as they are; the job fails and is retried elsewhere.
    if (!this.#embedder.isAvailable() && !this.#embedder.isStopped)
      return passagesOf(article).map((passage) => ({ ...passage, embedding: null }));
    const passages = await this.#paced(() =>
      this.#embedder.passages(article, BACKGROUND_TIMEOUT_MS),
    );
    const embedded: EmbeddedPassage[] = [];
    for (const passage of passages) {
      const embedding = await this.#paced(() =>
        this.#embedder.embed(passage.embeddingText, BACKGROUND_TIMEOUT_MS),
      );
      embedded.push({ ...passage, embedding });
    }
    return embedded;
  }

  /** Stores the passages, unless the article has another text by now, which is returned. */
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
