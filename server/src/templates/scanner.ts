// Reads each character of a template once; errors give the position.

export class TemplateError extends Error {}

const WHITESPACE = /\s/;

export class Scanner {
  at = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  isAt(part: string): boolean {
    return this.text.startsWith(part, this.at);
  }

  take(part: string): boolean {
    const isThere = this.isAt(part);
    if (isThere) this.at += part.length;
    return isThere;
  }

  skipWhitespace(): void {
    while (!this.isAtEnd && WHITESPACE.test(this.text[this.at] ?? '')) this.at += 1;
  }

  /** Reads characters while `matches` accepts them. */
  run(matches: (character: string) => boolean): string {
    const from = this.at;
    while (!this.isAtEnd && matches(this.text[this.at] ?? '')) this.at += 1;
    return this.text.slice(from, this.at);
  }

  /** Reads text in single or double quotes; \ escapes the next character, which `escapes` may replace. */
  readQuoted(escapes: Readonly<Record<string, string>> = {}): string | undefined {
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") return undefined;
    const from = this.at;
    this.at += 1;
    let text = '';
    while (!this.isAtEnd) {
      const character = this.text[this.at] ?? '';
      this.at += 1;
      if (character === quote) return text;
      const isEscape = character === '\\';
      const escaped = this.text[this.at] ?? '';
      text += isEscape ? (escapes[escaped] ?? escaped) : character;
      if (isEscape) this.at += 1;
    }
    throw this.error('the quote is not closed', from);
  }

  error(message: string, at = this.at): TemplateError {
    return new TemplateError(`At character ${at + 1}: ${message}.`);
  }
}
