// The progress bar is drawn on the line of messages, and only in a terminal.
import type { Terminal } from './terminal.ts';
import { cut, plural } from './text.ts';
import { duration } from './time.ts';

const BAR_WIDTH = 24;
const REDRAW_MS = 80;

export interface ProgressState {
  done: number;
  failed?: number;
  /** The total is undefined if it is not known. */
  total?: number | undefined;
}

export function progressLine(
  { done, failed = 0, total }: ProgressState,
  elapsedSeconds: number,
  style: Terminal['style'],
): string {
  const faults = failed > 0 ? style('red', `${failed.toLocaleString('en')} failed`) : '';
  if (total === undefined || total === 0) {
    return [plural(done, 'row'), faults].filter(Boolean).join('  ');
  }
  const share = Math.min(1, done / total);
  const full = Math.round(share * BAR_WIDTH);
  const bar = style('cyan', '━'.repeat(full)) + style('dim', '━'.repeat(BAR_WIDTH - full));
  const left = done > 0 && done < total ? (elapsedSeconds / done) * (total - done) : 0;
  return [
    bar,
    `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    `${Math.floor(share * 100)} %`,
    faults,
    left >= 1 ? style('dim', `${duration(left)} left`) : '',
  ]
    .filter(Boolean)
    .join('  ');
}

export class Progress {
  readonly #terminal: Terminal;
  readonly #startedAt = Date.now();
  #state: ProgressState;
  #drawnAt = 0;
  #isDrawn = false;

  constructor(terminal: Terminal, total?: number) {
    this.#terminal = terminal;
    this.#state = { done: 0, total };
    this.#draw();
  }

  update(state: Omit<ProgressState, 'total'>): void {
    this.#state = { ...this.#state, ...state };
    const isDone = state.done === this.#state.total;
    if (isDone || Date.now() - this.#drawnAt >= REDRAW_MS) this.#draw();
  }

  /** Prints a line of messages above the bar. */
  message(line: string): void {
    if (this.#isDrawn) this.#terminal.clearLine();
    this.#terminal.message(line);
    if (this.#isDrawn) this.#draw();
  }

  end(): void {
    if (this.#isDrawn) this.#terminal.clearLine();
    this.#isDrawn = false;
  }

  get elapsedSeconds(): number {
    return (Date.now() - this.#startedAt) / 1000;
  }

  #draw(): void {
    const terminal = this.#terminal;
    if (!terminal.hasLiveLine) return;
    this.#drawnAt = Date.now();
    this.#isDrawn = true;
    const plain = progressLine(this.#state, this.elapsedSeconds, (_, text) => text);
    const isFitting = plain.length < terminal.messageWidth;
    terminal.drawLine(
      isFitting
        ? progressLine(this.#state, this.elapsedSeconds, terminal.messageStyle)
        : cut(plain, terminal.messageWidth - 1),
    );
  }
}
