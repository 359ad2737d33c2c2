// Text of a model or of a record, as it may be shown: without links and images to other sites, which could carry data
// out or lead a reader there. Every rule looks at one line, so that a stream can be cleaned line by line.

const REMOVED = '[link removed]';

/** Any scheme, `www.`, or the host alone after two slashes. */
const ADDRESS =
  /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s<>"'`)\]}]*|\bwww\.[^\s<>"'`)\]}]+|(?<![:\w/])\/\/[\w-]+(?:\.[\w-]+)+[^\s<>"'`)\]}]*/giu;

/** Schemes without slashes that a reader could follow. */
const OTHER_SCHEMES =
  /\b(?:javascript|vbscript|data|mailto|tel|file|blob):(?=\S)[^\s<>"'`)\]}]*/giu;

/** A tag with attributes. A placeholder such as <user name> has none. */
const TAG = /<\/?[a-z][^<>]*=[^<>]*>/giu;
/** The rest of a tag that begins on another line. */
const OPEN_TAG =
  /<(?:a|img|iframe|script|style|link|object|embed|form|svg|video|audio|base|meta)\b[^>\n]*>?/giu;

const isOwn = (address: string, baseUrl: string): boolean =>
  address === baseUrl || address.startsWith(`${baseUrl}/`);

function safeLine(line: string, baseUrl: string): string {
  const keep = (address: string): string => (isOwn(address, baseUrl) ? address : REMOVED);
  return (
    line
      .replace(TAG, ' ')
      .replace(OPEN_TAG, ' ')
      .replace(OTHER_SCHEMES, REMOVED)
      .replace(ADDRESS, keep)
      // An image is always fetched, so none is left; of a link elsewhere, the text is.
      .replace(/!\[/g, '[')
      .replace(/\]\(\s*([^()\s]*)(?:\s[^()]*)?\)/g, (_, target: string) =>
        isOwn(target, baseUrl) ? `](${target})` : ']',
      )
      .replace(/\]:\s*\S+/g, (definition) => (definition.includes(REMOVED) ? ']' : definition))
  );
}

export const safeText = (text: string, baseUrl: string): string =>
  text
    .split('\n')
    .map((line) => safeLine(line, baseUrl))
    .join('\n');

/** Passes on whole lines, cleaned. */
export class SafeStream {
  #rest = '';
  readonly #baseUrl: string;
  readonly #send: (text: string) => void;

  constructor(baseUrl: string, send: (text: string) => void) {
    this.#baseUrl = baseUrl;
    this.#send = send;
  }

  write(text: string): void {
    this.#rest += text;
    const end = this.#rest.lastIndexOf('\n') + 1;
    if (end === 0) return;
    this.#send(safeText(this.#rest.slice(0, end), this.#baseUrl));
    this.#rest = this.#rest.slice(end);
  }

  end(): void {
    if (this.#rest !== '') this.#send(safeText(this.#rest, this.#baseUrl));
    this.#rest = '';
  }
}
