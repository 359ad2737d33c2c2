// Writes lines of Markdown: spaces are joined, marks such as `**` never stand apart from their words, and every line has
// the prefixes of the quotes and lists around it.

/** Marks are opened before the next word and closed with the line, so that none is left open. */
export interface Mark {
  open: string;
  close: string;
  /** Text inside is code, which has no escapes. */
  isCode?: true;
}

const MAX_PREFIXES = 10;

/** Markdown reads these within a line. A name such as `user_name` has no mark in it. */
const SPECIAL = /[\\*`]|<(?=[a-zA-Z/!?])|\](?=\()|(?<![^\s([{>])_|_(?![^\s)\]}.,:;!?])|~~/g;
/** At the beginning of a line Markdown reads these as a heading, a list, a quote or a rule. */
const SPECIAL_START = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|(?:-{3,}|={3,})$|\d{1,9}(?=[.)](?:\s|$)))/;

const escapeStart = (text: string): string => {
  const [found] = SPECIAL_START.exec(text) ?? [];
  if (found === undefined || text === '-- ' || text === '--') return text;
  return /^\d/.test(found) ? `${found}\\${text.slice(found.length)}` : `\\${text}`;
};

export class LinesOut {
  readonly #lines: string[] = [];
  /** The last line is words, which go on in the next unless it is broken. */
  #endsInWords = false;
  /** Contains the words of the current line, in pieces. */
  #line: string[] = [];
  #hasSpace = false;
  #wantsBlank = false;
  #cellEnd = false;
  /** A bullet is written once, before the first line of its item. */
  #bullet = '';
  readonly #prefixes: string[] = [];
  #blankPrefix = '';
  readonly #marks: Mark[] = [];
  #openMarks: { mark: Mark; piece: number }[] = [];

  get lineCount(): number {
    return this.#lines.length;
  }

  /** Another line begins, without a blank one. */
  endLine(): void {
    this.#closeMarks(0);
    this.#hasSpace = false;
    this.#cellEnd = false;
    if (this.#line.length > 0) this.#write(escapeStart(this.#line.join('')));
    this.#line = [];
  }

  endParagraph(): void {
    this.endLine();
    this.#wantsBlank = true;
  }

  /** An empty line in the source stays one. */
  breakLine(): void {
    if (this.#line.length > 0) this.endLine();
    else this.#wantsBlank = true;
  }

  /** Cells of a table are divided in a line that has another one. */
  endCell(): void {
    this.#cellEnd = this.#line.length > 0;
  }

  rule(): void {
    this.endParagraph();
    this.#write('---');
    this.#endsInWords = false;
    this.#wantsBlank = true;
  }

  /** Returns whether the prefix was added, which deeper ones are not. */
  openPrefix(prefix: string, bullet = ''): boolean {
    this.endLine();
    if (this.#prefixes.length >= MAX_PREFIXES) return false;
    this.#prefixes.push(prefix);
    this.#bullet = bullet;
    return true;
  }

  closePrefix(): void {
    this.endLine();
    this.#prefixes.pop();
    this.#bullet = '';
  }

  /** A mark within the same one has no effect, and bounds how many are open. */
  openMark(mark: Mark): void {
    if (this.#marks.every(({ open }) => open !== mark.open)) this.#marks.push(mark);
  }

  closeMark(mark: Mark): void {
    const index = this.#marks.lastIndexOf(mark);
    if (index !== -1) this.#marks.splice(index, 1);
    const open = this.#openMarks.findIndex((one) => one.mark === mark);
    if (open !== -1) this.#closeMarks(open);
  }

  /** Writes text as Markdown that reads as this text. */
  text(text: string): void {
    const isCode = this.#marks.some((mark) => mark.isCode);
    const parts = text.split(/[ \t\r\n\f\u00a0]+/);
    for (const [index, part] of parts.entries()) {
      if (index > 0) this.#hasSpace = true;
      if (part !== '')
        this.#word(isCode ? part.replaceAll('`', "'") : part.replace(SPECIAL, '\\$&'));
    }
  }

  /** Writes one line of preformatted text, with its spaces. */
  writePreformatted(line: string): void {
    if (line.trim() === '') return;
    this.#word(line.replace(SPECIAL, '\\$&').trimEnd());
  }

  /** Writes Markdown as it is. */
  markdown(text: string): void {
    this.#word(text);
  }

  finish(): string {
    this.endLine();
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  #word(word: string): void {
    if (this.#line.length > 0 && this.#cellEnd) this.#line.push(' | ');
    else if (this.#line.length > 0 && this.#hasSpace) this.#line.push(' ');
    this.#cellEnd = false;
    this.#hasSpace = false;
    this.#openMissingMarks();
    this.#line.push(word);
  }

  #openMissingMarks(): void {
    for (const mark of this.#marks) {
      if (this.#openMarks.some((open) => open.mark === mark)) continue;
      this.#openMarks.push({ mark, piece: this.#line.length });
      this.#line.push(mark.open);
    }
  }

  /** Closes marks from the innermost to that of the index. A link to the address that it shows is no mark. */
  #closeMarks(from: number): void {
    for (const { mark, piece } of this.#openMarks.splice(from).toReversed()) {
      const shown = mark.close.startsWith('](') ? this.#line.slice(piece + 1).join('') : undefined;
      if (shown !== undefined && isSameAddress(shown, mark.close.slice(2, -1)))
        this.#line[piece] = '';
      else this.#line.push(mark.close);
    }
  }

  /** Two spaces at the end of a line are Markdown's line break. */
  #write(line: string): void {
    const prefix = this.#prefixes.join('');
    const last = this.#lines.length - 1;
    if (this.#wantsBlank && last >= 0) {
      const shared = prefix.length < this.#blankPrefix.length ? prefix : this.#blankPrefix;
      this.#lines.push(shared.trimEnd());
    } else if (this.#endsInWords && this.#bullet === '') this.#lines[last] += '  ';
    const first =
      this.#bullet === '' ? prefix : this.#prefixes.slice(0, -1).join('') + this.#bullet;
    this.#lines.push(`${first}${line}`);
    this.#wantsBlank = false;
    this.#endsInWords = true;
    this.#blankPrefix = prefix;
    this.#bullet = '';
  }
}

const SCHEME = /^(?:mailto:|tel:|https?:\/\/)/;

function isSameAddress(shown: string, address: string): boolean {
  const own = shown.replaceAll('\\', '');
  return (
    own === address || own.replace(SCHEME, '') === address.replace(SCHEME, '').replace(/\/$/, '')
  );
}
