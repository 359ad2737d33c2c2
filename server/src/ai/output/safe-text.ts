// Text of a model or of a record, as it may be shown: without links and images to other sites, which could carry data
// out or lead a reader there. No rule matches across lines, so that a stream can be cleaned line by line, and each takes
// time in proportion to the text, whatever the text is.
import { cut } from '../../platform/text.ts';

const REMOVED = '[link removed]';

/** Longer text is cut before it is cleaned. */
const MAX_TEXT_LENGTH = 16_000;

/** An entity, which Markdown decodes in text and in the target of a link: `&sol;` is a slash there. */
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(sol|bsol|colon|period));/giu;
const NAMED: Record<string, string> = { sol: '/', bsol: '\\', colon: ':', period: '.' };

/** Characters that addresses are made of. Other entities stay: `&lt;` is how a text shows a sign. */
const OF_ADDRESSES = /^[a-z0-9/\\:.]$/i;

function decodeEntity(entity: string, hex?: string, decimal?: string, name?: string): string {
  const code = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
  const character = name === undefined ? String.fromCharCode(code) : NAMED[name.toLowerCase()];
  return character !== undefined && OF_ADDRESSES.test(character) ? character : entity;
}

/** Any scheme, `www.`, or the host alone after two slashes. Markdown drops a backslash before a sign. */
const ADDRESS =
  /(?<![\w+.-])[\w+.-]+\\?:\\?\/\\?\/[^\s<>"'`)\]}]*|\bwww\\?\.[^\s<>"'`)\]}]+|(?<![:\w/])\/\\?\/[\w-]+(?:\.[\w-]+)+[^\s<>"'`)\]}]*/giu;

/** Schemes without slashes that a reader could follow. */
const OTHER_SCHEMES =
  /\b(?:javascript|vbscript|data|mailto|tel|file|blob):(?=\S)[^\s<>"'`)\]}]*/giu;

/** A tag with attributes. A placeholder such as <user name> has none. */
const TAG = /<\/?[a-z][^<>=\n]*=[^<>\n]*>/giu;
/** The rest of a tag that begins on another line. */
const OPEN_TAG =
  /<(?:a|img|iframe|script|style|link|object|embed|form|svg|video|audio|base|meta)\b[^>\n]*>?/giu;

/** The target of a link, if it has no parentheses and ends on the line. */
const LINK = /\]\((?:([^()\n]*)\))?/g;
/** A definition of a link's target, which may also stand on the next line. */
const DEFINITION = /\]:[^\S\n]*(\S*)/g;

const isOwn = (address: string, baseUrl: string): boolean =>
  address === baseUrl || address.startsWith(`${baseUrl}/`);

/** Digits and signs before the scheme are not part of it. */
function keepOwn(address: string, baseUrl: string): string {
  const start = Math.max(0, address.search(/[a-z/]/i));
  return isOwn(address.slice(start), baseUrl) ? address : address.slice(0, start) + REMOVED;
}

/** Of a link elsewhere, the text is left. One that is not understood is separated from its text, which ends the link. */
function safeLink(target: string | undefined, baseUrl: string): string {
  if (target === undefined) return '] (';
  const [address = ''] = target.trim().split(/\s/, 1);
  return isOwn(address, baseUrl) ? `](${address})` : ']';
}

/** `[ERROR]: timeout` is a definition, too: its text is left, and defines nothing. */
function safeDefinition(definition: string, target: string, baseUrl: string): string {
  if (isOwn(target, baseUrl)) return definition;
  const leadsElsewhere = /^<?[/\\]|^[a-z][\w+.-]*:/i.test(target);
  return leadsElsewhere ? ']' : `] :${definition.slice(2)}`;
}

const safeLines = (text: string, baseUrl: string): string =>
  text
    .replace(ENTITY, decodeEntity)
    .replace(TAG, ' ')
    .replace(OPEN_TAG, ' ')
    .replace(OTHER_SCHEMES, REMOVED)
    .replace(ADDRESS, (address) => keepOwn(address, baseUrl))
    // An image is always fetched, so none is left.
    .replace(/!\[/g, '[')
    .replace(LINK, (_, target: string | undefined) => safeLink(target, baseUrl))
    .replace(DEFINITION, (definition, target: string) =>
      safeDefinition(definition, target, baseUrl),
    );

export const safeText = (text: string, baseUrl: string, maxLength = MAX_TEXT_LENGTH): string =>
  safeLines(cut(text, maxLength), baseUrl);

/** Passes on whole lines, cleaned, as far as a whole text would be. */
export class SafeStream {
  #rest = '';
  #left = MAX_TEXT_LENGTH;
  readonly #baseUrl: string;
  readonly #send: (text: string) => void;

  constructor(baseUrl: string, send: (text: string) => void) {
    this.#baseUrl = baseUrl;
    this.#send = send;
  }

  write(text: string): void {
    const part = cut(text, this.#left);
    this.#left = part.length < text.length ? 0 : this.#left - part.length;
    // Only the new part: a long line would be read again with each of its parts.
    const end = part.lastIndexOf('\n') + 1;
    if (end === 0) {
      this.#rest += part;
      return;
    }
    this.#send(safeLines(this.#rest + part.slice(0, end), this.#baseUrl));
    this.#rest = part.slice(end);
  }

  end(): void {
    if (this.#rest !== '') this.#send(safeLines(this.#rest, this.#baseUrl));
    this.#rest = '';
  }
}
