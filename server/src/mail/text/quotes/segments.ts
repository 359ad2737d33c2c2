// One pass over the lines of a mail divides them into what its author wrote, quoted text, signatures and notices.
import { attributionLength } from './attributions.ts';
import {
  isDashes,
  isForwardedMessage,
  isOriginalMessage,
  isPhoneLine,
  isReplyAbove,
  isRule,
  isSignatureDelimiter,
} from './dividers.ts';
import { headerBlockLength } from './header-blocks.ts';
import type { Line } from './lines.ts';
import { isCommentHeading, isSystemFooter } from './ticket-systems.ts';

type SegmentKind = 'text' | 'quote' | 'signature' | 'notice';

export interface Segment {
  kind: SegmentKind;
  /** Lines from `start` (inclusive) to `end` (exclusive). */
  start: number;
  end: number;
}

/** HTML says of some lines that they are quoted or a signature. */
export interface MarkedPart {
  kind: 'quote' | 'signature';
  /** Lines from `start` (inclusive) to `end` (exclusive), which may be infinite. */
  start: number;
  end: number;
}

/** More lines below a delimiter are no signature. */
const MAX_SIGNATURE_LINES = 20;

class Scan {
  #segments: Segment[] = [];
  readonly #lines: readonly Line[];
  readonly #marked: readonly MarkedPart[];
  #at = 0;
  #nextMarked = 0;
  #comments = 0;
  /** Lines below the delimiter of a signature; undefined outside of one. */
  #signatureLines: number | undefined;
  #hasText = false;
  #previous: Line | undefined;

  constructor(lines: readonly Line[], marked: readonly MarkedPart[]) {
    this.#lines = lines;
    this.#marked = marked;
  }

  run(): Segment[] {
    while (this.#at < this.#lines.length) {
      const start = this.#at;
      const kind = this.#take();
      for (let index = start; index < this.#at; index += 1)
        if (this.#lines[index]?.kind !== 'blank') this.#previous = this.#lines[index];
      this.#add(kind, start);
    }
    return this.#segments;
  }

  #add(kind: SegmentKind, start: number): void {
    const last = this.#segments.at(-1);
    if (kind === 'quote' || kind === 'notice') this.#signatureLines = undefined;
    if (last?.kind === kind) last.end = this.#at;
    else this.#segments.push({ kind, start, end: this.#at });
  }

  /** Moves behind the next lines of one kind. */
  #take(): SegmentKind {
    const line = this.#lines[this.#at] as Line;
    // Some clients mark the line above a forwarded mail as if it were quoted.
    if (isForwardedMessage(line)) {
      this.#hasText = true;
      return this.#takeLines(this.#lines.length - this.#at, 'text');
    }
    const marked = this.#takeMarked();
    if (marked) return marked;
    if (line.kind === 'blank') return this.#takeLines(1, this.#segments.at(-1)?.kind ?? 'text');
    if (line.kind === 'prefixed') return this.#takePrefixed();
    if (isReplyAbove(line)) return this.#takeNotice();
    const opening = this.#openingLength(this.#at);
    if (opening > 0) return this.#takeQuote();
    if (isCommentHeading(line, this.#previous)) return this.#takeComment();
    if (this.#signatureLines !== undefined) return this.#takeSignature();
    if (isSignatureDelimiter(line) || isSystemFooter(line)) {
      this.#signatureLines = 0;
      return this.#takeLines(1, 'signature');
    }
    if (isPhoneLine(line)) return this.#takeLines(1, 'signature');
    if (!isDashes(line)) this.#hasText = true;
    return this.#takeLines(1, 'text');
  }

  #takeLines<Kind extends SegmentKind>(count: number, kind: Kind): Kind {
    this.#at += count;
    return kind;
  }

  #takeMarked(): SegmentKind | undefined {
    let part = this.#marked[this.#nextMarked];
    while (part && part.end <= this.#at) part = this.#marked[(this.#nextMarked += 1)];
    if (!part || part.start > this.#at) return undefined;
    this.#at = Math.min(part.end, this.#lines.length);
    return part.kind;
  }

  /** A block without an attribution that a sentence introduces, as in "The command wrote:", belongs to the text. */
  #takePrefixed(): SegmentKind {
    const isIntroduced = this.#previous?.kind === 'text' && this.#previous.text.endsWith(':');
    this.#skipPrefixed();
    return isIntroduced && this.#segments.at(-1)?.kind === 'text' ? 'text' : 'quote';
  }

  /** Skips lines with `>` and blank ones between them. */
  #skipPrefixed(): void {
    let next = this.#at;
    while (next < this.#lines.length) {
      const kind = this.#lines[next]?.kind;
      if (kind === 'text') break;
      next += 1;
      if (kind === 'prefixed') this.#at = next;
    }
  }

  /** Returns how many lines from `index` on announce a quoted text, zero if none. */
  #openingLength(index: number): number {
    const line = this.#lines[index];
    if (!line || line.kind !== 'text') return 0;
    if (isOriginalMessage(line)) return 1;
    const own = attributionLength(this.#lines, index) || headerBlockLength(this.#lines, index);
    if (own > 0 || !isRule(line)) return own;
    const isBlank = this.#lines[index + 1]?.kind === 'blank';
    const below = index + (isBlank ? 2 : 1);
    return headerBlockLength(this.#lines, below) > 0 ? below - index : 0;
  }

  /** A quoted text has `>` before its lines, or else reaches to the end of the mail. */
  #takeQuote(): 'quote' {
    let opening = this.#openingLength(this.#at);
    while (opening > 0) {
      this.#at += opening;
      while (this.#lines[this.#at]?.kind === 'blank') this.#at += 1;
      opening = this.#openingLength(this.#at);
    }
    const next = this.#lines[this.#at];
    if (next?.kind === 'prefixed') this.#skipPrefixed();
    else if (!next || !this.#takeMarked()) this.#at = this.#lines.length;
    return 'quote';
  }

  /** The text below the line is new in the mail of a ticket system, and quoted in a reply to it. */
  #takeNotice(): SegmentKind {
    if (this.#hasText) return this.#takeLines(this.#lines.length - this.#at, 'quote');
    this.#segments = [{ kind: 'notice', start: 0, end: this.#at }];
    return this.#takeLines(1, 'notice');
  }

  /** Earlier comments stand below the newest. */
  #takeComment(): SegmentKind {
    this.#comments += 1;
    return this.#comments === 1
      ? this.#takeLines(1, 'text')
      : this.#takeLines(this.#lines.length - this.#at, 'quote');
  }

  /** A signature ends where a quoted text begins. One that is too long was none. */
  #takeSignature(): SegmentKind {
    this.#signatureLines = (this.#signatureLines ?? 0) + 1;
    if (this.#signatureLines <= MAX_SIGNATURE_LINES) return this.#takeLines(1, 'signature');
    const last = this.#segments.at(-1);
    if (last) last.kind = 'text';
    this.#signatureLines = undefined;
    this.#hasText = true;
    return this.#takeLines(1, 'text');
  }
}

/** Marked parts are in the order of their lines and do not overlap. */
export const segmentsOf = (lines: readonly Line[], marked: readonly MarkedPart[]): Segment[] =>
  new Scan(lines, marked).run();
