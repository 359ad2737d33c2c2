// A value as JSON, up to so many characters: what is longer or deeper is cut, and the work with it.
import type { Members } from './paths.ts';

const DEEPEST = 32;

class Writer {
  text = '';
  readonly #most: number;
  readonly #members: Members;

  constructor(most: number, members: Members) {
    this.#most = most;
    this.#members = members;
  }

  get #isFull(): boolean {
    return this.text.length >= this.#most;
  }

  value(value: unknown, depth: number): void {
    if (typeof value === 'string') this.#string(value);
    else if (typeof value !== 'object' || value === null) this.text += String(value);
    else if (depth === DEEPEST) this.text += '"…"';
    else if (Array.isArray(value)) this.#array(value, depth);
    else this.#object(value as Record<string, unknown>, depth);
  }

  #string(value: string): void {
    this.text += JSON.stringify(value.slice(0, this.#most - this.text.length));
  }

  #array(items: readonly unknown[], depth: number): void {
    this.text += '[';
    for (let index = 0; index < items.length && !this.#isFull; index += 1) {
      if (index > 0) this.text += ',';
      this.value(items[index], depth + 1);
    }
    this.text += ']';
  }

  #object(value: Record<string, unknown>, depth: number): void {
    const names = this.#members.of(value);
    this.text += '{';
    for (let index = 0; index < names.length && !this.#isFull; index += 1) {
      const name = names[index] ?? '';
      if (index > 0) this.text += ',';
      this.#string(name);
      this.text += ':';
      this.value(value[name], depth + 1);
    }
    this.text += '}';
  }
}

export function boundedJson(value: object, most: number, members: Members): string {
  const writer = new Writer(most, members);
  writer.value(value, 0);
  return writer.text.slice(0, most);
}
