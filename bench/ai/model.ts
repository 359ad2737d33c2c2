// Whether the embedding model is there.
import { Embedder } from '../../server/src/knowledge/embeddings/embedder.ts';

/** Its packages are optional. */
export const missingModel = (): string | false => new Embedder().unavailableReason() ?? false;
