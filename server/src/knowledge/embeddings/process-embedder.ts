// The embedder of this process, shared by searches and indexing, so that the model is loaded once and only if it is used.
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { Embedder } from './embedder.ts';

/** One per pool, which is one per process. */
const embedders = new WeakMap<Db, Embedder>();

type Key = Pick<Deps, 'db'>;

export function embedderOf({ db }: Key): Embedder {
  const embedder = embedders.get(db) ?? new Embedder();
  embedders.set(db, embedder);
  return embedder;
}

/** Before its first use. Tests that do not need the model do without, since every process that loads it takes a second. */
export const useEmbedder = ({ db }: Key, embedder: Embedder): void => {
  embedders.set(db, embedder);
};

/** Requests that wait for the model fail; later ones too. */
export const stopEmbedding = async ({ db }: Key): Promise<void> => embedders.get(db)?.stop();
