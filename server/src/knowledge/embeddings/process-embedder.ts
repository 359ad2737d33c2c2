// Searches and indexing share one embedder per process, so that the model is loaded once and only if it is used.
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { Embedder } from './embedder.ts';

/** The pool stands for the process, which has only one. */
const embedders = new WeakMap<Db, Embedder>();

type Key = Pick<Deps, 'db'>;

export function embedderOf({ db }: Key): Embedder {
  const embedder = embedders.get(db) ?? new Embedder();
  embedders.set(db, embedder);
  return embedder;
}

/** Must be called before the first use. Tests that do not need the model replace it, since loading takes each process a second. */
export const useEmbedder = ({ db }: Key, embedder: Embedder): void => {
  embedders.set(db, embedder);
};

/** Requests that wait for the model fail, and so do later ones. */
export const stopEmbedding = async ({ db }: Key): Promise<void> => embedders.get(db)?.stop();
