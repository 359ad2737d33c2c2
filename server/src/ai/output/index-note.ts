// While articles are still being indexed, every answer says so: its text for people, its counts for programs.
import type { IndexState } from '../../knowledge/index.ts';
import type { IndexCounts } from '../ai.schema.ts';

/** The text follows the answer, which begins with the part that helps. */
export const indexNote = ({ indexed, total }: Pick<IndexCounts, 'indexed' | 'total'>): string =>
  `\n\nArticles are still being indexed, ${indexed} of ${total} so far: a better answer may be missing. Ask again later.`;

/** The counts are those of this request, also if the answer comes from the cache. */
export function withIndexCounts<Body extends { answer: string }>(
  body: Body,
  { ready, indexed, total }: IndexState,
): Body & { index: IndexCounts } {
  const index = { ready, indexed, total };
  return { ...body, answer: ready ? body.answer : body.answer + indexNote(index), index };
}
