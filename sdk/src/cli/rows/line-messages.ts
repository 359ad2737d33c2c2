// The first messages about lines of a file are printed; all are counted.
import { oneLine } from '../terminal/text.ts';

const MAX_SHOWN = 50;

export class LineMessages {
  readonly #print: (line: string) => void;
  count = 0;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  add(line: number, text: string): void {
    this.count += 1;
    if (this.count <= MAX_SHOWN) this.#print(`line ${line}: ${oneLine(text)}`);
    if (this.count === MAX_SHOWN + 1) this.#print('and more; --json prints every line');
  }
}
