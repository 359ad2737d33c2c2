// Stops requests to a provider that fails: after several failures in a row none is sent for a while, then one tries.

export interface BreakerOptions {
  failures: number;
  openMs: number;
  now: () => number;
}

const defaults: BreakerOptions = { failures: 5, openMs: 30_000, now: () => performance.now() };

export class CircuitBreaker {
  readonly #options: BreakerOptions;
  #failures = 0;
  #openUntil = 0;
  #isTrying = false;

  constructor(options: Partial<BreakerOptions> = {}) {
    this.#options = { ...defaults, ...options };
  }

  get isOpen(): boolean {
    return this.#failures >= this.#options.failures;
  }

  /** Milliseconds until the next request may be sent; 0 if this one may. It must be followed by a result. */
  enter(): number {
    if (!this.isOpen) return 0;
    const left = this.#openUntil - this.#options.now();
    if (left > 0) return left;
    // Half open: one request finds out whether the provider is back.
    if (this.#isTrying) return this.#options.openMs;
    this.#isTrying = true;
    return 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#isTrying = false;
  }

  failed(): void {
    this.#failures += 1;
    this.#isTrying = false;
    if (this.isOpen) this.#openUntil = this.#options.now() + this.#options.openMs;
  }

  /** The request ended without saying anything about the provider. */
  abandoned(): void {
    this.#isTrying = false;
  }
}
