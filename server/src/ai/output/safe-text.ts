// Text of a model or of a record is shown without links and images to other sites, which could exfiltrate data or lure a
// reader there. No rule matches across lines, so that a stream can be cleaned line by line, and each takes linear time on
// any text.
import { cut } from '../../platform/text.ts';

const REMOVED = '[link removed]';

/** Longer text is cut before it is cleaned. */
const MAX_TEXT_LENGTH = 16_000;

/** Markdown decodes entities in text and in the target of a link: `&sol;` is a slash there. */
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(sol|bsol|colon|period));/giu;
const NAMED: Record<string, string> = { sol: '/', bsol: '\\', colon: ':', period: '.' };

/** Addresses consist of these characters. Other entities are left as they are: `&lt;` is how a text shows `<`. */
const ADDRESS_CHARACTER = /^[a-z0-9/\\:.]$/i;

function decodeEntity(entity: string, hex?: string, decimal?: string, name?: string): string {
  const code = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
  const character = name === undefined ? String.fromCharCode(code) : NAMED[name.toLowerCase()];
  return character !== undefined && ADDRESS_CHARACTER.test(character) ? character : entity;
}

/** An address begins with any scheme, with `www.`, or with two slashes and a host. Markdown drops a backslash before punctuation. */
const ADDRESS =
  /(?<![\w+.-])[\w+.-]+\\?:\\?\/\\?\/[^\s<>"'`)\]}]*|\bwww\\?\.[^\s<>"'`)\]}]+|(?<![:\w/])\/\\?\/[\w-]+(?:\.[\w-]+)+[^\s<>"'`)\]}]*/giu;

/** A reader could follow these schemes, which have no slashes. */
const OTHER_SCHEMES =
  /\b(?:javascript|vbscript|data|mailto|tel|file|blob):(?=\S)[^\s<>"'`)\]}]*/giu;

/** Only tags with attributes match: a placeholder such as <user name> has none. */
const TAG = /<\/?[a-z][^<>=\n]*=[^<>\n]*>/giu;
/** A tag that continues on the next line is removed up to the end of its first line. */
const OPEN_TAG =
  /<(?:a|img|iframe|script|style|link|object|embed|form|svg|video|audio|base|meta)\b[^>\n]*>?/giu;

/** The target is captured only if it has no parentheses and ends on the line. */
const LINK = /\]\((?:([^()\n]*)\))?/g;
/** A link definition may have its target on the next line. */
const DEFINITION = /\]:[^\S\n]*(\S*)/g;

const isOwn = (address: string, baseUrl: string): boolean =>
  address === baseUrl || address.startsWith(`${baseUrl}/`);

/** Keeps digits and signs before the scheme, which are not part of the address. */
function removeForeignAddress(address: string, baseUrl: string): string {
  const start = Math.max(0, address.search(/[a-z/]/i));
  return isOwn(address.slice(start), baseUrl) ? address : address.slice(0, start) + REMOVED;
}

/** Removes the target of a link to another site, and leaves its text. A space after the text disables a link whose target cannot be parsed. */
function safeLink(target: string | undefined, baseUrl: string): string {
  if (target === undefined) return '] (';
  const [address = ''] = target.trim().split(/\s/, 1);
  return isOwn(address, baseUrl) ? `](${address})` : ']';
}

/** `[ERROR]: timeout` is a link definition, too: its text is preserved, but it no longer defines a link. */
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
    .replace(ADDRESS, (address) => removeForeignAddress(address, baseUrl))
    // A browser fetches every image by itself, so all images become links.
    .replace(/!\[/g, '[')
    .replace(LINK, (_, target: string | undefined) => safeLink(target, baseUrl))
    .replace(DEFINITION, (definition, target: string) =>
      safeDefinition(definition, target, baseUrl),
    );

export const safeText = (text: string, baseUrl: string, maxLength = MAX_TEXT_LENGTH): string =>
  safeLines(cut(text, maxLength), baseUrl);

/** Sends only whole cleaned lines, and in total no more than `safeText` returns. */
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
    // Only the new part is searched: otherwise a long line would be searched again with each of its parts.
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
