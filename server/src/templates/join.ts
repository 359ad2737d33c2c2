// `join` makes one text of the values of a list's items. It is the only loop of templates, so it is bounded.
import { valueBySteps } from '../conditions/index.ts';
import { cut, cutBytes } from '../platform/text.ts';
import { boundedText } from './json-text.ts';
import type { Members, Path } from './paths.ts';

const MAX_ITEMS = 100;
const MAX_BYTES = 16_384;

interface JoinOptions {
  path: Path;
  separator: string;
  /** The template may read this many more characters. */
  maxLength: number;
}

interface JoinedText {
  text: string;
  /** Tells whether an item has the path. */
  isFound: boolean;
  /** Explains each cut. */
  cuts: string[];
}

/** Items without a value are left out. The text has up to two characters more than the bounds allow. */
function joinAll(
  items: readonly unknown[],
  { path, separator, maxLength }: JoinOptions,
  members: Members,
): Omit<JoinedText, 'cuts'> {
  // One character more shows that something is cut, and a pair of surrogates is two.
  const enough = Math.min(maxLength, MAX_BYTES) + 2;
  let text = '';
  let isFound = false;
  for (const item of items) {
    const value = valueBySteps(item, path.itemSteps ?? []);
    isFound ||= value !== undefined;
    const part = boundedText(value, enough, members);
    if (part !== '') text = cut(text === '' ? part : text + separator + part, enough);
    if (text.length > Math.min(maxLength, MAX_BYTES)) break;
  }
  return { text, isFound };
}

export function joinItems(list: unknown, options: JoinOptions, members: Members): JoinedText {
  if (!Array.isArray(list)) return { text: '', isFound: false, cuts: [] };
  const { text: all, isFound } = joinAll(list.slice(0, MAX_ITEMS), options, members);
  const name = `${options.path.steps.join('.')}[*]`;
  const cuts: string[] = [];
  if (list.length > MAX_ITEMS)
    cuts.push(`Only the first ${MAX_ITEMS} of ${list.length} items of ${name} were joined.`);
  const text = cut(cutBytes(all, MAX_BYTES), options.maxLength);
  if (text.length < all.length)
    cuts.push(`Only the first ${Buffer.byteLength(text)} bytes of ${name} were joined.`);
  return { text, isFound, cuts };
}
