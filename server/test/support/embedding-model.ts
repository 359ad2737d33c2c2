// Whether the embedding model is there.
import { Embedder } from '../../src/knowledge/embeddings/embedder.ts';

/** Its packages are optional. */
export const missingModel = (): string | false => new Embedder().unavailableReason() ?? false;
