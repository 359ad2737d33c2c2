// Tokens are counted for every call to a model, also for one that fails: as the provider reports them, or else estimated.
import { estimateTokens } from '../../knowledge/index.ts';

interface Prompt {
  instructions: string;
  prompt: string;
}

/** A meter covers one request to the service, which may need several calls. */
export class CallMeter {
  readonly #prompt: Prompt;
  readonly #onTokens: (tokens: number) => void;
  /** A call has begun for which no tokens have been counted. */
  #isOpen = false;
  #hasResponded = false;
  #received = '';

  constructor(prompt: Prompt, onTokens: (tokens: number) => void = () => {}) {
    this.#prompt = prompt;
    this.#onTokens = onTokens;
  }

  /** The AI SDK takes these as options. With tools, it makes a call for each step. */
  readonly callbacks = {
    onLanguageModelCallStart: (): void => {
      this.#isOpen = true;
      this.#hasResponded = false;
      this.#received = '';
    },
    onLanguageModelCallEnd: ({ usage }: { usage: { totalTokens: number | undefined } }): void => {
      // A stream that breaks off reports no tokens, and some servers never do.
      if (!usage.totalTokens) return this.settle();
      this.#isOpen = false;
      this.#onTokens(usage.totalTokens);
    },
  };

  /** From here on the call costs tokens, even if the stream breaks off. */
  markResponding(): void {
    this.#hasResponded = true;
  }

  addText(text: string): void {
    this.#received += text;
  }

  /** A provider that refuses a request or cannot be reached uses no tokens. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    this.settle();
    try {
      return await work();
    } catch (error) {
      const { statusCode = 0 } = (error ?? {}) as { statusCode?: number };
      if (!this.#hasResponded && !(statusCode >= 200 && statusCode < 300)) this.#isOpen = false;
      throw error;
    }
  }

  /** Estimates the tokens of a call that ended without reporting them, such as one that was aborted. */
  settle(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const { instructions, prompt } = this.#prompt;
    this.#onTokens(estimateTokens(`${instructions}\n${prompt}\n${this.#received}`));
  }
}
