// A component subscribes by useSyncExternalStore: the version grows with each change.
const FRAME_MS = 100;

export class Observable {
  readonly #listeners = new Set<() => void>();
  #frame: ReturnType<typeof setTimeout> | undefined;
  #version = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  notify(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Many events in a moment cause one rendering. */
  notifySoon(): void {
    if (this.#frame !== undefined) return;
    this.#frame = setTimeout(() => {
      this.#frame = undefined;
      this.notify();
    }, FRAME_MS);
  }

  get isObserved(): boolean {
    return this.#listeners.size > 0;
  }
}
