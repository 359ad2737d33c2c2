// Reads CSV as of RFC 4180 in parts: quoted cells may have separators, quotes and line breaks. Every record knows its line.

export interface CsvRecord {
  /** A record has the line of its first character, from 1. */
  line: number;
  cells: string[];
}

export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const SEPARATORS = [',', ';', '\t'] as const;

/** Spreadsheets write a semicolon where the comma separates decimals. The header decides. */
function separatorOf(head: string): string {
  const plain = head.replaceAll(/"[^"]*"/g, '');
  const counts = SEPARATORS.map((one) => plain.split(one).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

class Reader {
  #cells: string[] = [];
  #cell = '';
  #line = 1;
  #startLine = 1;
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  #separator: string | undefined;
  #head = '';
  #isAfterReturn = false;

  #complete: CsvRecord[] = [];

  /** Returns the records that are complete with this part. */
  read(text: string): CsvRecord[] {
    for (const character of text) {
      // CR LF is one line break.
      const isSecond = this.#isAfterReturn && character === '\n';
      this.#isAfterReturn = character === '\r';
      if (isSecond) continue;
      this.#take(character === '\r' ? '\n' : character);
    }
    const complete = this.#complete;
    this.#complete = [];
    return complete;
  }

  end(): CsvRecord[] {
    if (this.#state === 'quoted')
      throw new CsvError(this.#startLine, 'a quoted cell has no closing quote');
    return this.read('\n');
  }

  #take(character: string): void {
    if (this.#separator === undefined) {
      if (character !== '\n' || this.#isInQuotes()) {
        this.#head += character;
        return;
      }
      this.#separator = separatorOf(this.#head);
      for (const one of this.#head.replace(/^\uFEFF/, '')) this.#take(one);
    }
    if (this.#state === 'quoted') {
      if (character === '"') this.#state = 'closed';
      else this.#add(character);
    } else if (character === '\n') this.#endRecord();
    else if (character === this.#separator) this.#endCell();
    else if (character === '"' && this.#state === 'start') this.#state = 'quoted';
    else if (character === '"' && this.#state === 'closed') {
      this.#add('"');
      this.#state = 'quoted';
    } else if (this.#state === 'closed')
      throw new CsvError(this.#line, 'there is text after a closing quote');
    else {
      this.#add(character);
      this.#state = 'plain';
    }
  }

  #isInQuotes(): boolean {
    return (this.#head.split('"').length - 1) % 2 === 1;
  }

  #add(character: string): void {
    this.#cell += character;
    if (character === '\n') this.#line += 1;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  #endRecord(): void {
    this.#endCell();
    const cells = this.#cells;
    const line = this.#startLine;
    this.#cells = [];
    this.#line += 1;
    this.#startLine = this.#line;
    const isBlank = cells.length === 1 && cells[0]?.trim() === '';
    if (!isBlank) this.#complete.push({ line, cells });
  }
}

export async function* csvRecords(
  parts: AsyncIterable<string>,
): AsyncGenerator<CsvRecord, void, undefined> {
  const reader = new Reader();
  for await (const part of parts) yield* reader.read(part);
  yield* reader.end();
}
