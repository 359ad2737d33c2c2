// Search by words finds articles with all words, with the identifiers among them, with similar words, or with some words.
import type { Db } from '../../platform/postgres/tables.ts';
import { findPassagesByWords } from '../passages/passages.sql.ts';
import type { WordMatches } from './ranking.ts';
import {
  type ArticleCondition,
  canBeSimilar,
  type Dates,
  findSpellings,
  inPublished,
  matchSpellings,
  matchWords,
} from './search.sql.ts';

/** Spellings are considered if fewer articles match. An identifier in more articles identifies none of them. */
const FEW_MATCHES = 10;
const MAX_WORDS = 8;
const MAX_PASSAGES = 50;

/** A query with an excluded word or a phrase finds only articles that match it. */
export const isExactQuery = (q: string): boolean => /"|(^|\s)-/.test(q);

/** Identifiers are letters with digits such as PWD-104 and 0x80070005, four digits or more, and names such as KRB_AP_ERR_SKEW. */
const IDENTIFIER = /^(?=.*\d)(?=.*\p{L})[\p{L}\d._:/-]{4,}$|^\d{4,}$|^\p{L}+(_\p{L}+)+$/u;

/** An article with all identifiers of a query matches even if it lacks the other words. */
export function identifiersOf(q: string): string[] {
  // A word is examined once, however often a query repeats it.
  const words = [...new Set(q.split(/[\s,;()?!]+/))].map((word) =>
    word.replace(/^[.:'`]+|(?<![.:'`])[.:'`]+$/g, ''),
  );
  return [...new Set(words.filter((word) => IDENTIFIER.test(word)))].slice(0, MAX_WORDS);
}

async function findIdentified(db: Db, q: string, where: ArticleCondition): Promise<Dates[]> {
  const identifiers = identifiersOf(q);
  if (identifiers.length === 0) return [];
  const found = await matchWords(db, identifiers.map((word) => `"${word}"`).join(' '), where);
  return found.length <= FEW_MATCHES ? found : [];
}

interface Similar {
  found: Dates[];
  /** If no article has all words, the likeliest spellings are appended to the query. */
  spelled: string;
}

async function findSimilar(db: Db, q: string, where: ArticleCondition): Promise<Similar> {
  const words = [...new Set(q.toLowerCase().match(/[\p{L}\p{N}]+/gu))].slice(0, MAX_WORDS);
  const long = words.filter(canBeSimilar);
  if (long.length === 0) return { found: [], spelled: q };
  const spellings = await findSpellings(db, long, FEW_MATCHES);
  const found = spellings.size > 0 ? await matchSpellings(db, words, spellings, where) : [];
  const likeliest = [...spellings.values()].map(([first = '']) => first);
  return { found, spelled: found.length > 0 ? q : [q, ...likeliest].join(' ') };
}

const idsOf = (dated: readonly Dates[]): string[] => dated.map(({ id }) => id);

export async function findByWords(
  db: Db,
  q: string,
  where: ArticleCondition,
  model: string,
): Promise<WordMatches & { dated: Dates[] }> {
  const matched = await matchWords(db, q, where);
  if (isExactQuery(q)) return { exact: idsOf(matched), others: [], dated: matched };
  const identified = await findIdentified(db, q, where);
  const { found: similar, spelled } =
    matched.length < FEW_MATCHES ? await findSimilar(db, q, where) : { found: [], spelled: q };
  const passages = await findPassagesByWords(db, {
    q: spelled,
    model,
    limit: MAX_PASSAGES,
    where: inPublished(where),
  });
  return {
    exact: idsOf([...matched, ...identified]),
    others: [...idsOf(similar), ...passages.map((one) => one.article_id)],
    dated: [...matched, ...identified, ...similar],
  };
}
