// After several failures in a row, no request is sent for a while; then a single one probes whether the provider is back.

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

  /**
   * Returns the milliseconds until the next request may be sent; 0 if this one may. After 0, the caller must record a
   * success or a failure, or release the trial.
   */
  enter(): number {
    if (!this.isOpen) return 0;
    const left = this.#openUntil - this.#options.now();
    if (left > 0) return left;
    // The breaker is half open: one request finds out whether the provider is back.
    if (this.#isTrying) return this.#options.openMs;
    this.#isTrying = true;
    return 0;
  }

  recordSuccess(): void {
    this.#failures = 0;
    this.#isTrying = false;
  }

  recordFailure(): void {
    this.#failures += 1;
    this.#isTrying = false;
    if (this.isOpen) this.#openUntil = this.#options.now() + this.#options.openMs;
  }

  /** Must be called if the request ended for a reason that is not the provider's. */
  releaseTrial(): void {
    this.#isTrying = false;
  }
}
