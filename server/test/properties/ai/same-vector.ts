// The embedder of the instance gives every text the same vector: by meaning, any two questions are equal.
import { Embedder } from '../../../src/knowledge/embeddings/embedder.ts';
import { useEmbedder } from '../../../src/knowledge/embeddings/process-embedder.ts';
import { type ArticleText, passagesOf } from '../../../src/knowledge/passages/passages.ts';
import { type Instance, startInstance, UNLIMITED_AI } from '../../support/harness.ts';

const DIMENSIONS = 384;
const vector = new Float32Array(DIMENSIONS).fill(1 / Math.sqrt(DIMENSIONS));

/** A cache that compares by meaning has its worst case here. It needs neither the model nor its packages. */
class SameVector extends Embedder {
  constructor() {
    super({ resolvePackage: () => '' });
  }

  override embed(): Promise<Float32Array> {
    return Promise.resolve(vector);
  }

  override passages(article: ArticleText) {
    return Promise.resolve(passagesOf(article));
  }
}

export const useSameVector = ({ deps }: Instance): void => useEmbedder(deps, new SameVector());

export async function startWithSameVector(): Promise<Instance> {
  const instance = await startInstance({
    worker: true,
    model: true,
    env: { RATE_LIMITS: UNLIMITED_AI },
  });
  useSameVector(instance);
  return instance;
}
