// Idempotency keys follow from the content: a row that is sent again has the same key in every run.
import { createHash } from 'node:crypto';

/** Equal contents of one run differ by their count. */
export class ContentKeys {
  readonly #prefix: string;
  readonly #counts = new Map<string, number>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  keyOf(content: string): string {
    const digest = createHash('sha256').update(`${this.#prefix}\n${content}`).digest('hex');
    const count = (this.#counts.get(digest) ?? 0) + 1;
    this.#counts.set(digest, count);
    return `cli-${digest}-${count}`;
  }
}
