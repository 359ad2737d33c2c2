// The embedding model: whether it is there, and one for all instances of a process.
import { Embedder } from '../../src/knowledge/embeddings/embedder.ts';
import { ManualClock } from './clock.ts';

/** Its packages are optional. */
export const missingModel = (): string | false => new Embedder().unavailableReason() ?? false;

/**
 * One for the process, because loading the model takes more than a second of CPU time; it ends with the process. Its
 * clock stands still, so that a slow machine is never too slow for a question.
 */
const model = new Embedder({ clock: new ManualClock() });

/** The embedder of one instance: it can be stopped, and the model stays loaded for the next instance. */
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
