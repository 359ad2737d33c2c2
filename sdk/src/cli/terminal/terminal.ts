// The terminal decides where output goes, how wide it is, and whether it has colours.
import { styleText } from 'node:util';
import { safeOutput } from './text.ts';

type Format = Parameters<typeof styleText>[0];

/** Only this part of a stream of the process is used. */
export interface OutputStream {
  write: (text: string | Uint8Array) => unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  writableNeedDrain?: boolean;
  once?: (event: 'drain' | 'close', listener: () => void) => unknown;
}

export interface InputStream extends AsyncIterable<Uint8Array | string> {
  isTTY?: boolean | undefined;
}

interface Streams {
  stdin: InputStream;
  stdout: OutputStream;
  stderr: OutputStream;
}

export type Style = (format: Format, text: string) => string;

const MIN_WIDTH = 40;
/** Lines of text are not longer than this, however wide the terminal is. */
const MAX_TEXT_WIDTH = 96;

const isStyled = (stream: OutputStream, env: Readonly<Record<string, string | undefined>>) =>
  Boolean(stream.isTTY) && !env['NO_COLOR'] && env['TERM'] !== 'dumb';

const styleOf =
  (isOn: boolean): Style =>
  (format, text) =>
    isOn ? styleText(format, text, { validateStream: false }) : text;

export class Terminal {
  readonly stdin: InputStream;
  readonly #stdout: OutputStream;
  readonly #stderr: OutputStream;
  /** Results and messages may go to different streams, so their styles may differ. */
  readonly style: Style;
  readonly messageStyle: Style;

  constructor(
    { stdin, stdout, stderr }: Streams,
    env: Readonly<Record<string, string | undefined>>,
  ) {
    this.stdin = stdin;
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.style = styleOf(isStyled(stdout, env));
    this.messageStyle = styleOf(isStyled(stderr, env));
  }

  /** True if a person reads the results. */
  get isInteractive(): boolean {
    return Boolean(this.#stdout.isTTY);
  }

  /** True if a line of messages can be redrawn. */
  get hasLiveLine(): boolean {
    return Boolean(this.#stderr.isTTY);
  }

  /** The width of results is unlimited if they go to a file or a pipe. */
  get width(): number {
    if (!this.#stdout.isTTY) return Infinity;
    return Math.max(MIN_WIDTH, this.#stdout.columns || 80);
  }

  get textWidth(): number {
    return Math.min(MAX_TEXT_WIDTH, this.width);
  }

  get messageWidth(): number {
    if (!this.#stderr.isTTY) return Infinity;
    return Math.max(MIN_WIDTH, this.#stderr.columns || 80);
  }

  /** Prints a line of the results. Texts of records and instances may be part of it, so it cannot control the terminal. */
  print(line = ''): void {
    this.#stdout.write(`${safeOutput(line)}\n`);
  }

  /** Resolves once a slow reader has taken the results; await it where there may be many. */
  async waitUntilDrained(): Promise<void> {
    const stdout = this.#stdout;
    if (!stdout.writableNeedDrain || !stdout.once) return;
    await new Promise<void>((resolve) => {
      stdout.once?.('drain', resolve);
      stdout.once?.('close', resolve);
    });
  }

  printJson(value: unknown): void {
    this.#stdout.write(`${JSON.stringify(value)}\n`);
  }

  /** Prints bytes as they are; in a terminal they become text that cannot control it. */
  printBytes(bytes: Uint8Array): void {
    if (this.isInteractive) this.print(new TextDecoder().decode(bytes));
    else this.#stdout.write(bytes);
  }

  /** Prints a line for people, beside the results. */
  message(line = ''): void {
    this.#stderr.write(`${safeOutput(line)}\n`);
  }

  /** Draws the current line of messages again. */
  drawLine(text: string): void {
    this.#stderr.write(`\r\u001B[K${safeOutput(text)}`);
  }

  clearLine(): void {
    this.#stderr.write('\r\u001B[K');
  }
}
