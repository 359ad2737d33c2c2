// Cuts HTML into tags and text in one pass. It repairs nothing: an element that is never closed has no end tag.
import { decodeEntities } from './entities.ts';

export interface StartTag {
  kind: 'start';
  name: string;
  attributes: ReadonlyMap<string, string>;
}

export type Token = StartTag | { kind: 'end'; name: string } | { kind: 'text'; text: string };

/** No others matter for the text. */
const readAttributes = new Set([
  'class',
  'id',
  'style',
  'type',
  'cite',
  'href',
  'src',
  'alt',
  'start',
]);
const MAX_VALUE = 2048;
const MAX_NAME = 20;

/** The content of these is no text of the mail. */
const unread = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'template',
  'noscript',
  'svg',
  'math',
  'xml',
]);

const SPACE = /[\s/]/;
const beginsName = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

class Scanner {
  readonly #html: string;
  #at = 0;

  constructor(html: string) {
    this.#html = html;
  }

  *tokens(): Generator<Token> {
    while (this.#at < this.#html.length) {
      const tag = this.#nextTag();
      if (tag > this.#at)
        yield { kind: 'text', text: decodeEntities(this.#html.slice(this.#at, tag)) };
      this.#at = tag;
      if (tag >= this.#html.length) return;
      const token = this.#takeTag();
      if (token) yield token;
      if (token?.kind === 'start' && unread.has(token.name)) this.#skipContent(token.name);
    }
  }

  /** A `<` that no letter, `/`, `!` or `?` follows is text. */
  #nextTag(): number {
    let found = this.#html.indexOf('<', this.#at);
    while (found !== -1) {
      const next = this.#html.charAt(found + 1);
      if (next === '/' || next === '!' || next === '?' || beginsName(next.charCodeAt(0)))
        return found;
      found = this.#html.indexOf('<', found + 1);
    }
    return this.#html.length;
  }

  #takeTag(): Token | undefined {
    if (this.#html.startsWith('<!--', this.#at)) return this.#skipBehind('-->');
    const next = this.#html.charAt(this.#at + 1);
    if (next === '!' || next === '?') return this.#skipBehind('>');
    const isEnd = next === '/';
    this.#at += isEnd ? 2 : 1;
    const name = this.#takeName();
    if (isEnd) {
      this.#skipBehind('>');
      return { kind: 'end', name };
    }
    return { kind: 'start', name, attributes: this.#takeAttributes() };
  }

  /** A comment or tag that is never closed reaches to the end of the mail. */
  #skipBehind(end: string): undefined {
    const found = this.#html.indexOf(end, this.#at);
    this.#at = found === -1 ? this.#html.length : found + end.length;
  }

  #skipContent(name: string): void {
    const end = new RegExp(`</${name}`, 'gi');
    end.lastIndex = this.#at;
    this.#at = end.exec(this.#html)?.index ?? this.#html.length;
  }

  #takeName(): string {
    const start = this.#at;
    while (this.#at < this.#html.length && !/[\s/>]/.test(this.#html.charAt(this.#at)))
      this.#at += 1;
    return this.#html.slice(start, Math.min(this.#at, start + MAX_NAME)).toLowerCase();
  }

  #takeAttributes(): Map<string, string> {
    const attributes = new Map<string, string>();
    while (this.#at < this.#html.length) {
      const character = this.#html.charAt(this.#at);
      if (character === '>') {
        this.#at += 1;
        break;
      }
      if (SPACE.test(character)) {
        this.#at += 1;
        continue;
      }
      const [name, value] = this.#takeAttribute();
      if (readAttributes.has(name) && !attributes.has(name))
        attributes.set(name, decodeEntities(value.slice(0, MAX_VALUE)));
    }
    return attributes;
  }

  #takeAttribute(): [string, string] {
    const start = this.#at;
    // The first character belongs to the name, even `=`.
    this.#at += 1;
    while (this.#at < this.#html.length && !/[\s/>=]/.test(this.#html.charAt(this.#at)))
      this.#at += 1;
    const name = this.#html.slice(start, Math.min(this.#at, start + MAX_NAME)).toLowerCase();
    this.#skipSpace();
    if (this.#html.charAt(this.#at) !== '=') return [name, ''];
    this.#at += 1;
    this.#skipSpace();
    return [name, this.#takeValue()];
  }

  #skipSpace(): void {
    while (this.#at < this.#html.length && /\s/.test(this.#html.charAt(this.#at))) this.#at += 1;
  }

  #takeValue(): string {
    const quote = this.#html.charAt(this.#at);
    const start = this.#at;
    if (quote === '"' || quote === "'") {
      const end = this.#html.indexOf(quote, start + 1);
      this.#at = end === -1 ? this.#html.length : end + 1;
      return this.#html.slice(start + 1, end === -1 ? this.#html.length : end);
    }
    while (this.#at < this.#html.length && !/[\s>]/.test(this.#html.charAt(this.#at)))
      this.#at += 1;
    return this.#html.slice(start, this.#at);
  }
}

export const tokensOf = (html: string): Iterable<Token> => new Scanner(html).tokens();
