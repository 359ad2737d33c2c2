// Reading a template character by character: every character is looked at once, and a fault knows its place.

export class TemplateError extends Error {}

const WHITE = /\s/;

export class Scanner {
  at = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  looksAt(part: string): boolean {
    return this.text.startsWith(part, this.at);
  }

  take(part: string): boolean {
    const isThere = this.looksAt(part);
    if (isThere) this.at += part.length;
    return isThere;
  }

  skipWhite(): void {
    while (!this.isAtEnd && WHITE.test(this.text[this.at] ?? '')) this.at += 1;
  }

  /** As long as characters fit. */
  run(fits: (character: string) => boolean): string {
    const from = this.at;
    while (!this.isAtEnd && fits(this.text[this.at] ?? '')) this.at += 1;
    return this.text.slice(from, this.at);
  }

  /** Text in single or double quotes, in which \ takes the next character as it is. */
  quoted(): string | undefined {
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") return undefined;
    const from = this.at;
    this.at += 1;
    let found = '';
    while (!this.isAtEnd) {
      const character = this.text[this.at] ?? '';
      this.at += 1;
      if (character === quote) return found;
      const isEscape = character === '\\';
      found += isEscape ? (this.text[this.at] ?? '') : character;
      if (isEscape) this.at += 1;
    }
    throw this.error('this quote is not closed', from);
  }

  error(what: string, at = this.at): TemplateError {
    return new TemplateError(`At character ${at + 1}: ${what}.`);
  }
}
