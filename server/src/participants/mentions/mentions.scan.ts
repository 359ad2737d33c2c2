// Finds what may be mentions in the Markdown of a note. Takes time linear in the text.
import { proseOf } from './prose.ts';

/** An @ with an address or with words, which may be a full name. */
export type Candidate = { address: string } | { names: readonly string[] };

/** Further ones are not looked at. */
const MAX_CANDIDATES = 100;
const MAX_WORDS = 6;
const MAX_NAME = 120;

/** The @ of an address in the text, of a path or of an escape mentions nobody. */
const BEFORE = /^[\s([{<"'`*_~>,;:!?|«“‘„–—]?$/u;
const ADDRESS =
  /[^\s@<>()[\]{}",;:|\\\0]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,250}[\p{L}\p{N}])?/uy;
const CLOSING_MARKS = new Set('.,;:!?)]}>"\'*_~…»”’');

function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (end > 0 && CLOSING_MARKS.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Returns the first one, two and more words, the longest first, with and without the marks after them. */
function namesAt(text: string, start: number): string[] {
  const words = text
    .slice(start, start + MAX_NAME)
    .split(/\s/u)
    .slice(0, MAX_WORDS);
  const names: string[] = [];
  for (let count = 1; count <= words.length && words[count - 1] !== ''; count += 1) {
    const name = words.slice(0, count).join(' ');
    names.unshift(...new Set([name, withoutClosingMarks(name)]));
  }
  return names.filter((name) => name !== '' && !name.includes('\0'));
}

function candidateAt(text: string, at: number): Candidate | undefined {
  if (!BEFORE.test(text.charAt(at - 1))) return undefined;
  ADDRESS.lastIndex = at + 1;
  const address = ADDRESS.exec(text)?.[0];
  if (address !== undefined) return { address };
  const names = namesAt(text, at + 1);
  return names.length === 0 ? undefined : { names };
}

export interface Scanned {
  candidates: Candidate[];
  /** The text has more candidates than are looked at. */
  isCut: boolean;
}

export function scanMentions(markdown: string): Scanned {
  const candidates: Candidate[] = [];
  for (const text of proseOf(markdown)) {
    for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
      const candidate = candidateAt(text, at);
      if (!candidate) continue;
      if (candidates.length === MAX_CANDIDATES) return { candidates, isCut: true };
      candidates.push(candidate);
      if ('address' in candidate) at += candidate.address.length;
    }
  }
  return { candidates, isCut: false };
}
