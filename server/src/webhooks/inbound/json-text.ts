// A value as JSON, up to so many characters: what is longer or deeper is cut, and the work with it.

const DEEPEST = 32;

class Writer {
  text = '';
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.text.length >= this.#most;
  }

  value(value: unknown, depth: number): void {
    if (this.isFull) return;
    if (typeof value === 'string') {
      this.text += JSON.stringify(value.slice(0, this.#most - this.text.length));
    } else if (typeof value !== 'object' || value === null) {
      this.text += String(value as number | boolean | null);
    } else if (depth === DEEPEST) {
      this.text += '"…"';
    } else if (Array.isArray(value)) {
      this.#members('[]', value, (item) => this.value(item, depth + 1));
    } else {
      this.#members('{}', Object.keys(value), (key) => {
        this.value(key, depth);
        this.text += ':';
        this.value((value as Record<string, unknown>)[key], depth + 1);
      });
    }
  }

  #members<T>(brackets: string, items: readonly T[], write: (item: T) => void): void {
    this.text += brackets[0];
    for (const [index, item] of items.entries()) {
      if (this.isFull) break;
      if (index > 0) this.text += ',';
      write(item);
    }
    this.text += brackets[1];
  }
}

export function boundedJson(value: object, most: number): string {
  const writer = new Writer(most);
  writer.value(value, 0);
  return writer.text.slice(0, most);
}
