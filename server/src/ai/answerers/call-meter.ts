// The tokens of calls to a model, also of calls that fail: as the provider reports them, or else estimated.
import { estimateTokens } from '../../knowledge/index.ts';

interface Prompt {
  instructions: string;
  prompt: string;
}

/** Of one request to the service, which may be several calls. */
export class CallMeter {
  readonly #prompt: Prompt;
  readonly #onTokens: (tokens: number) => void;
  /** Whether a call has begun for which no tokens have been counted. */
  #isOpen = false;
  #hasResponded = false;
  #received = '';

  constructor(prompt: Prompt, onTokens: (tokens: number) => void = () => {}) {
    this.#prompt = prompt;
    this.#onTokens = onTokens;
  }

  /** Options of the AI SDK. With tools, there is a call for each step. */
  readonly callbacks = {
    onLanguageModelCallStart: (): void => {
      this.#isOpen = true;
      this.#hasResponded = false;
      this.#received = '';
    },
    onLanguageModelCallEnd: ({ usage }: { usage: { totalTokens: number | undefined } }): void => {
      // A stream that breaks off ends without them, and some servers never report them.
      if (!usage.totalTokens) return this.settle();
      this.#isOpen = false;
      this.#onTokens(usage.totalTokens);
    },
  };

  /** A stream has begun; it may break off. */
  responds(): void {
    this.#hasResponded = true;
  }

  received(text: string): void {
    this.#received += text;
  }

  /** A provider that refuses a request or cannot be reached reads nothing. */
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

  /** After an attempt, which may have been ended from outside. */
  settle(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const { instructions, prompt } = this.#prompt;
    this.#onTokens(estimateTokens(`${instructions}\n${prompt}\n${this.#received}`));
  }
}
