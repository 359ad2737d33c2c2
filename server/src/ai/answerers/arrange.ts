// A local answer begins with the part of an article that says what to do: the person who asks knows the symptoms.
import type { RetrievedPassage } from '../retrieval/passages.ts';

type Part = 'helps' | 'supports' | 'describes' | 'other';

/** The first row that matches a heading decides. Text without a heading is the summary. */
const parts: readonly [part: Part, headings: RegExp][] = [
  [
    'helps',
    /\b(?:steps?|resolutions?|solutions?|workarounds?|fix|procedures?|instructions?|answers?|how to|what to do)\b/i,
  ],
  [
    'supports',
    /\b(?:causes?|reasons?|background|explanation|why|verification|verify|prevention|escalation|references|see also)\b/i,
  ],
  [
    'describes',
    /\b(?:symptoms?|summary|abstract|overview|introduction|description|problem|issue|error|environment|applies to)\b/i,
  ],
];

const partOf = ({ heading_path: headings }: RetrievedPassage): Part =>
  headings.length === 0
    ? 'describes'
    : (parts.find(([, words]) => headings.some((heading) => words.test(heading)))?.[0] ?? 'other');

/** A longer part is cut: it begins with its first step, or with the passage that was found. */
const MAX_HELPFUL = 4;

const describesLast = (a: RetrievedPassage, b: RetrievedPassage): number =>
  Number(partOf(a) === 'describes') - Number(partOf(b) === 'describes');

/**
 * Returns the passages of the answer in their order. `found` are passages of one article, the most relevant first, and
 * `article` has all of its passages. A passage with a heading of its own kind is an answer by itself and stays first.
 */
export function arrangeAnswer(
  found: readonly RetrievedPassage[],
  article: readonly RetrievedPassage[],
): RetrievedPassage[] {
  const [best] = found;
  const helpful = article.filter((one) => partOf(one) === 'helps');
  if (!best || helpful.length === 0 || partOf(best) === 'other')
    return found.toSorted(describesLast);
  const at = helpful.findIndex(({ position }) => position === best.position);
  const start = at < MAX_HELPFUL ? 0 : at;
  const others = found.filter((one) => ['supports', 'other'].includes(partOf(one)));
  return [...helpful.slice(start, start + MAX_HELPFUL), ...others];
}
