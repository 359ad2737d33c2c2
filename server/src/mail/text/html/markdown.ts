// HTML becomes Markdown in one pass over its tags, without a tree: time and memory are linear in its length, however deep
// or broken it is. Parts that a client marks as quoted are reported with their lines in the result.
import type { MarkedPart } from '../quotes/segments.ts';
import { LinesOut, type Mark } from './lines-out.ts';
import { markerOf } from './quote-markers.ts';
import { type StartTag, tokensOf } from './tokens.ts';

export interface MarkdownOfHtml {
  text: string;
  /** The parts are in the order of their lines, without overlaps. */
  marked: MarkedPart[];
}

interface OpenElement {
  name: string;
  close: () => void;
}

type Open = (tag: StartTag) => (() => void) | undefined;

/** Deeper elements are ignored, their text is not. */
const MAX_DEPTH = 200;
const MAX_ADDRESS = 2000;
const MAX_ALT = 200;

const blocks =
  'address article aside body center dd details div dl dt fieldset figcaption figure footer form header html main nav section summary table tbody tfoot thead';
const doubles: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  s: '~~',
  del: '~~',
  strike: '~~',
};
const linked = /^(?:https?:\/\/|mailto:|tel:)/i;
/** Ends of lists and cells end an element of the same name that is open directly above. */
const closedBySame = new Set(['p', 'li', 'td', 'th', 'tr', 'option', 'dt', 'dd']);
const isHidden = ({ attributes }: StartTag): boolean => {
  const style = (attributes.get('style') ?? '').slice(0, 500).replaceAll(/\s/g, '').toLowerCase();
  return style.includes('display:none') || style.includes('mso-hide:all');
};

/** Makes an address that cannot end the link that it is in; undefined if it leads nowhere safe. */
function safeAddress(address: string | undefined): string | undefined {
  const own = (address ?? '').trim();
  if (!linked.test(own) || own.length > MAX_ADDRESS) return undefined;
  return own.replaceAll(/[\s()<>\\]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  );
}

class Converter {
  readonly #out = new LinesOut();
  readonly #marked: MarkedPart[] = [];
  readonly #open: OpenElement[] = [];
  readonly #openByName = new Map<string, number>();
  /** Elements that are open within a hidden one; zero outside of one. */
  #hiddenDepth = 0;
  #preformatted = 0;
  #openMark: MarkedPart | undefined;
  readonly #lists: { next: number | undefined }[] = [];

  readonly #elements: Readonly<Record<string, Open>> = {
    ...Object.fromEntries(blocks.split(' ').map((name) => [name, () => this.#openBlock()])),
    ...Object.fromEntries(
      Object.entries(doubles).map(([name, mark]) => [
        name,
        () => this.#mark({ open: mark, close: mark }),
      ]),
    ),
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, () => this.#openHeading(level)]),
    ),
    p: () => this.#openParagraph(),
    tr: () => this.#openBlock(),
    td: () => () => this.#out.endCell(),
    th: () => () => this.#out.endCell(),
    code: () => this.#openCode(),
    tt: () => this.#openCode(),
    pre: () => this.#openPreformatted(),
    blockquote: () => this.#openQuote(),
    ul: () => this.#openList(undefined),
    ol: ({ attributes }) =>
      this.#openList(Number.parseInt(attributes.get('start') ?? '1', 10) || 1),
    li: () => this.#openItem(),
    a: ({ attributes }) => this.#openLink(attributes.get('href')),
  };

  readonly #empty: Readonly<Record<string, (tag: StartTag) => void>> = {
    br: () => this.#out.breakLine(),
    hr: () => this.#out.rule(),
    img: ({ attributes }) => this.#image(attributes),
    ...Object.fromEntries(
      'area base col embed input link meta param source track wbr'
        .split(' ')
        .map((name) => [name, () => {}]),
    ),
  };

  convert(html: string): MarkdownOfHtml {
    for (const token of tokensOf(html)) {
      if (token.kind === 'start') this.#start(token);
      else if (token.kind === 'end') this.#end(token.name);
      else if (this.#hiddenDepth === 0) this.#text(token.text);
    }
    while (this.#open.length > 0) this.#pop();
    return { text: this.#out.finish(), marked: this.#marked };
  }

  #text(text: string): void {
    if (this.#preformatted === 0) return this.#out.text(text);
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.#out.breakLine();
      this.#out.writePreformatted(line.replace('\r', ''));
    }
  }

  #start(tag: StartTag): void {
    const empty = this.#empty[tag.name];
    if (empty) {
      if (this.#hiddenDepth === 0) empty(tag);
      return;
    }
    if (tag.name === 'a') this.#end('a');
    if (closedBySame.has(tag.name) && this.#open.at(-1)?.name === tag.name) this.#pop();
    if (this.#open.length >= MAX_DEPTH) return;
    if (this.#hiddenDepth > 0 || isHidden(tag)) {
      this.#hiddenDepth += 1;
      return this.#push(tag.name, () => (this.#hiddenDepth -= 1));
    }
    const endMark = this.#beginMarked(tag);
    const own = Object.hasOwn(this.#elements, tag.name)
      ? this.#elements[tag.name]?.(tag)
      : undefined;
    this.#push(tag.name, () => {
      own?.();
      endMark?.();
    });
  }

  #push(name: string, close: () => void): void {
    this.#open.push({ name, close });
    this.#openByName.set(name, (this.#openByName.get(name) ?? 0) + 1);
  }

  #pop(): void {
    const element = this.#open.pop();
    if (!element) return;
    this.#openByName.set(element.name, (this.#openByName.get(element.name) ?? 0) - 1);
    element.close();
  }

  /** An end tag closes what is still open in its element. One without an element has no effect. */
  #end(name: string): void {
    if (name === 'br' && this.#hiddenDepth === 0) return this.#out.breakLine();
    if ((this.#openByName.get(name) ?? 0) === 0) return;
    while (this.#open.at(-1)?.name !== name) this.#pop();
    this.#pop();
  }

  #beginMarked(tag: StartTag): (() => void) | undefined {
    const marker = this.#openMark ? undefined : markerOf(tag);
    if (!marker) return undefined;
    this.#out.endLine();
    const part = { kind: marker.kind, start: this.#out.lineCount, end: Number.POSITIVE_INFINITY };
    this.#marked.push(part);
    this.#openMark = part;
    if (marker.toEnd) return undefined;
    return () => {
      this.#out.endLine();
      part.end = this.#out.lineCount;
      this.#openMark = undefined;
    };
  }

  #openBlock(): () => void {
    this.#out.endLine();
    return () => this.#out.endLine();
  }

  #openParagraph(): () => void {
    this.#out.endParagraph();
    return () => this.#out.endParagraph();
  }

  #openHeading(level: number): () => void {
    this.#out.endParagraph();
    this.#out.openPrefix('', `${'#'.repeat(level)} `);
    return () => {
      this.#out.closePrefix();
      this.#out.endParagraph();
    };
  }

  #mark(mark: Mark): () => void {
    this.#out.openMark(mark);
    return () => this.#out.closeMark(mark);
  }

  #openCode(): (() => void) | undefined {
    return this.#preformatted > 0 ? undefined : this.#mark({ open: '`', close: '`', isCode: true });
  }

  #openPreformatted(): () => void {
    this.#out.endParagraph();
    this.#preformatted += 1;
    return () => {
      this.#preformatted -= 1;
      this.#out.endParagraph();
    };
  }

  #openQuote(): () => void {
    this.#out.endParagraph();
    const isAdded = this.#out.openPrefix('> ');
    return () => {
      if (isAdded) this.#out.closePrefix();
      this.#out.endParagraph();
    };
  }

  #openList(next: number | undefined): () => void {
    this.#out.endParagraph();
    this.#lists.push({ next });
    return () => {
      this.#lists.pop();
      this.#out.endParagraph();
    };
  }

  #openItem(): () => void {
    const list = this.#lists.at(-1);
    const bullet = list?.next === undefined ? '- ' : `${list.next}. `;
    if (list?.next !== undefined) list.next += 1;
    const isAdded = this.#out.openPrefix(' '.repeat(bullet.length), bullet);
    return () => {
      if (isAdded) this.#out.closePrefix();
      else this.#out.endLine();
    };
  }

  #openLink(href: string | undefined): (() => void) | undefined {
    const address = safeAddress(href);
    return address === undefined ? undefined : this.#mark({ open: '[', close: `](${address})` });
  }

  /** Images of the mail stay in their places. Others would tell their server that the mail is read. */
  #image(attributes: ReadonlyMap<string, string>): void {
    const alt = (attributes.get('alt') ?? '')
      .slice(0, MAX_ALT)
      .replaceAll(/[[\]\\`*_<>\s]+/g, ' ')
      .trim();
    const source = attributes.get('src') ?? '';
    const id = /^cid:/i.test(source) ? safeContentId(source.slice(4)) : '';
    if (id !== '') this.#out.markdown(`![${alt}](cid:${id})`);
    else if (alt !== '') this.#out.text(alt);
  }
}

const safeContentId = (id: string): string => id.replaceAll(/[\s()<>\\]/g, '').slice(0, MAX_ALT);

export const markdownOfHtml = (html: string): MarkdownOfHtml => new Converter().convert(html);
