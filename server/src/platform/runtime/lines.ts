// Logging must never end the process: lines that a full disk, or a closed or slow reader, does not accept are dropped and
// counted, and the first successful write logs their number.
import { writeSync } from 'node:fs';

/** At most so many characters are buffered for a slow reader. */
const MAX_PENDING = 1 << 20;
const RETRY_MS = 50;
const NEWLINE = 0x0a;

export interface LineWriterOptions {
  fd: number;
  /** Returns the line that reports the number of dropped lines, without its newline. */
  describeLoss: (lines: number) => string;
  countDropped: (lines: number) => void;
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

type Outcome = 'written' | 'busy' | 'failed';

export class LineWriter {
  readonly #options: LineWriterOptions;
  /** Lines wait here until they are written. */
  #pending = '';
  /** A full pipe did not accept this part. */
  #rest: Buffer = Buffer.alloc(0);
  #isWaiting = false;
  /** So many lines were dropped since the last report. */
  #lost = 0;
  /** The last line was written in part; a newline must end it before the next one. */
  #isCut = false;

  constructor(options: LineWriterOptions) {
    this.#options = options;
  }

  write(line: string): void {
    if (this.#pending.length > MAX_PENDING) {
      this.#drop(1);
      return;
    }
    this.#pending += line;
    if (!this.#isWaiting) this.flush();
  }

  flush(): void {
    if (this.#writeRest() === 'busy' || this.#pending === '') return;
    const outcome = this.#writePreface();
    if (outcome === 'busy') return;
    this.#rest = Buffer.from(this.#pending);
    this.#pending = '';
    if (outcome === 'written') this.#writeRest();
    else this.#dropRest();
  }

  /** Ends a truncated line and reports the number of dropped lines. */
  #writePreface(): Outcome {
    const lost = this.#lost;
    const loss = lost > 0 ? `${this.#options.describeLoss(lost)}\n` : '';
    const [outcome] = this.#put(Buffer.from((this.#isCut ? '\n' : '') + loss));
    if (outcome === 'written') this.#lost = 0;
    return outcome;
  }

  #writeRest(): Outcome {
    const [outcome, left] = this.#put(this.#rest);
    this.#rest = left;
    if (outcome === 'failed') this.#dropRest();
    return outcome;
  }

  #dropRest(): void {
    this.#drop(countLines(this.#rest));
    this.#rest = Buffer.alloc(0);
  }

  #drop(lines: number): void {
    this.#lost += lines;
    this.#options.countDropped(lines);
  }

  #put(bytes: Buffer): [outcome: Outcome, left: Buffer] {
    let left = bytes;
    try {
      while (left.length > 0) {
        const written = writeSync(this.#options.fd, left);
        if (written > 0) this.#isCut = left[written - 1] !== NEWLINE;
        left = left.subarray(written);
      }
      return ['written', left];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return ['failed', left];
      this.#retrySoon();
      return ['busy', left];
    }
  }

  #retrySoon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      this.flush();
    }, RETRY_MS).unref();
  }
}
