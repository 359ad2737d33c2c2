// Only retrieved records are cited, each once, the most relevant first.
import type { Citation, RecordCitation, Related } from '../ai.schema.ts';
import type { CopilotTools } from '../copilot/tools.ts';
import type { RetrievedPassage } from '../retrieval/passages.ts';
import { safeText } from './safe-text.ts';

const NOTHING_FOUND = 'I found nothing that answers this.';
const RELATED = 'These articles may be related, but they do not answer it:';

const roundRelevance = (relevance: number): number =>
  Number(Math.min(1, Math.max(0, relevance)).toFixed(4));

const byRelevance = (a: { relevance: number }, b: { relevance: number }): number =>
  b.relevance - a.relevance;

const samePassage = (a: RetrievedPassage, b: RetrievedPassage): boolean =>
  a.article_id === b.article_id && a.position === b.position;

/** Cites each article with its most relevant cited passage. */
export function citeArticles(
  cited: readonly RetrievedPassage[],
  retrieved: readonly RetrievedPassage[],
  baseUrl: string,
): Citation[] {
  const known = cited.filter((one) => retrieved.some((other) => samePassage(one, other)));
  const best = new Map<string, RetrievedPassage>();
  for (const one of known.toSorted(byRelevance))
    if (!best.has(one.article_id)) best.set(one.article_id, one);
  return [...best.values()].map(({ article_id, title, relevance, text }) => ({
    article_id,
    title,
    relevance: roundRelevance(relevance),
    passage: safeText(text, baseUrl),
  }));
}

export function citeRecords(
  cited: readonly { type: RecordCitation['type']; id: string }[],
  tools: CopilotTools,
  baseUrl: string,
): RecordCitation[] {
  const found = cited.flatMap(({ type, id }) => tools.findRetrieved(type, id) ?? []);
  return [...new Set(found)]
    .map(({ type, id, title, relevance, passage }) => ({
      type,
      id,
      ...(type === 'article' && { article_id: id }),
      title,
      relevance: roundRelevance(relevance),
      ...(passage !== undefined && { passage: safeText(passage, baseUrl) }),
    }))
    .toSorted(byRelevance);
}

export interface Ungrounded {
  answer: string;
  related: Related[];
}

/** Says that there is no answer, and names the articles that come nearest as what they are. */
export function withoutAnswer(passages: readonly RetrievedPassage[], baseUrl: string): Ungrounded {
  const related = passages.map(({ article_id, title, relevance }) => ({
    article_id,
    title,
    relevance: roundRelevance(relevance),
  }));
  const lines = related.map(({ article_id, title }) => `- ${title} (${article_id})`);
  const list = lines.length > 0 ? `\n\n${RELATED}\n\n${lines.join('\n')}` : '';
  return { answer: safeText(NOTHING_FOUND + list, baseUrl), related };
}
