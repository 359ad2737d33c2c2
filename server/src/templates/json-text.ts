// Turns a value of an event into text up to a maximum length, objects as JSON up to a maximum depth, and stops working
// once it is reached.
import type { Members } from './paths.ts';
import { cut } from '../platform/text.ts';

const MAX_DEPTH = 32;

class Writer {
  text = '';
  readonly #maxLength: number;
  readonly #members: Members;

  constructor(maxLength: number, members: Members) {
    this.#maxLength = maxLength;
    this.#members = members;
  }

  get #isFull(): boolean {
    return this.text.length >= this.#maxLength;
  }

  value(value: unknown, depth: number): void {
    if (typeof value === 'string') this.#string(value);
    else if (typeof value !== 'object' || value === null) this.text += String(value);
    else if (depth === MAX_DEPTH) this.text += '"…"';
    else if (Array.isArray(value)) this.#array(value, depth);
    else this.#object(value as Record<string, unknown>, depth);
  }

  #string(value: string): void {
    this.text += JSON.stringify(value.slice(0, this.#maxLength - this.text.length));
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

function boundedJson(value: object, maxLength: number, members: Members): string {
  const writer = new Writer(maxLength, members);
  writer.value(value, 0);
  return cut(writer.text, maxLength);
}

export function boundedText(value: unknown, maxLength: number, members: Members): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return boundedJson(value, maxLength, members);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return cut(text, maxLength);
}
