// All instances of a process share one embedding model.
import { Embedder } from '../../src/knowledge/embeddings/embedder.ts';
import { ManualClock } from './clock.ts';

/** Returns why the model is unavailable, because its packages are optional; false if it can be used. */
export const missingModel = (): string | false => new Embedder().unavailableReason() ?? false;

/**
 * The process shares one model, because loading it takes more than a second of CPU time; it ends with the process. Its
 * clock stands still, so that no question times out on a slow machine.
 */
const model = new Embedder({ clock: new ManualClock() });

/** One instance can stop its embedder, and the model stays loaded for the next instance. */
export class SharedModel extends Embedder {
  override embed(...request: Parameters<Embedder['embed']>): ReturnType<Embedder['embed']> {
    return this.isStopped ? super.embed(...request) : model.embed(...request);
  }

  override passages(
    ...request: Parameters<Embedder['passages']>
  ): ReturnType<Embedder['passages']> {
    return this.isStopped ? super.passages(...request) : model.passages(...request);
  }
}
