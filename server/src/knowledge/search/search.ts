// A search ranks its best candidates, and pages are slices of that ranking.
import { filterCondition } from '../../platform/lists/conditions.ts';
import type { ListRequest, Page } from '../../platform/lists/list-spec.ts';
import { requireWords } from '../../platform/lists/search-query.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { type ArticleRow, articleTable } from '../articles.sql.ts';
import { embedderOf } from '../embeddings/process-embedder.ts';
import { type Highlight, highlightsOf } from '../../platform/lists/highlights.ts';
import { rankArticles } from './ranking.ts';
import {
  type Candidate,
  findByIds,
  findDates,
  MAX_CANDIDATES,
  readHeadlines,
} from './search.sql.ts';
import { embedQuestion, findByVector } from './vectors.ts';
import { findByWords, isExactQuery } from './words.ts';

type Databases = Pick<Deps, 'db'>;

async function findCandidates(
  deps: Databases,
  q: string,
  request: ListRequest,
): Promise<{ candidates: Candidate[]; isDegraded: boolean }> {
  const db = deps.db;
  await requireWords(db, q);
  const where = filterCondition(articleTable.list, request);
  const embedder = embedderOf(deps);
  // The thread of the model works while the database searches by words.
  const question = isExactQuery(q) ? undefined : embedQuestion(embedder, q);
  const words = await findByWords(db, q, where, embedder.modelId);
  const embedding = await question;
  const nearest = embedding && (await findByVector(db, embedding, where, embedder.modelId));
  const ranked = rankArticles(words, nearest);
  const dates = await findDates(db, words.dated, ranked);
  return {
    candidates: ranked.flatMap((one) => {
      const found = dates.get(one.id);
      return found ? [{ ...found, ...one }] : [];
    }),
    isDegraded: question !== undefined && embedding === undefined,
  };
}

type Key = 'score' | 'created_at' | 'updated_at';

const compareValues = <T extends string | number>(a: T, b: T): number =>
  a < b ? -1 : Number(a > b);

/** Compares by the sort, then by id, both in the same direction, as in every list. */
const comparator = (sort: Key, order: 'asc' | 'desc') => (a: Candidate, b: Candidate) => {
  const direction = order === 'asc' ? 1 : -1;
  return direction * (compareValues(a[sort], b[sort]) || compareValues(a.id, b.id));
};

/** The cursor has the sort value and the id of the last row of the previous page. */
function afterCursor(
  candidates: readonly Candidate[],
  { after, offset = 0, order, sort }: ListRequest,
): Candidate[] {
  if (!after) return candidates.slice(offset);
  const [value, id] = after;
  const last = { score: Number(value), created_at: value, updated_at: value, id };
  return candidates.filter((one) => comparator(sort as Key, order)(one, last) > 0);
}

export type FoundArticle = Awaited<ReturnType<typeof readPage>>[number];

type ListedColumn = (typeof articleTable.list.columns)[number];

async function readPage({ db }: Databases, q: string, page: readonly Candidate[]) {
  const ids = page.map(({ id }) => id);
  const rows = await findByIds<Pick<ArticleRow, ListedColumn>>(db, articleTable.list.columns, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const headlines = await readHeadlines(db, q, ids);
  const highlights = new Map(
    headlines.map((one): [string, Highlight[]] => [
      one.id,
      highlightsOf({ ...one }, ['title', 'summary', 'body']),
    ]),
  );
  return page.flatMap(({ id, score }) => {
    const row = byId.get(id);
    return row ? [{ ...row, score, highlights: highlights.get(id) ?? [] }] : [];
  });
}

/**
 * Every page is ranked again and continues after the score and id of the previous one, so an article keeps its place
 * unless articles of the result are edited meanwhile, or embeddings become available or unavailable.
 */
export async function searchArticles(
  deps: Databases,
  request: ListRequest & { q: string },
): Promise<Page<FoundArticle> & { isDegraded: boolean }> {
  const { q, sort, order, limit } = request;
  const { candidates, isDegraded } = await findCandidates(deps, q, request);
  const listed = candidates.slice(0, MAX_CANDIDATES);
  const remaining = afterCursor(listed.toSorted(comparator(sort as Key, order)), request);
  const rows = await readPage(deps, q, remaining.slice(0, limit));
  return {
    rows,
    hasMore: remaining.length > limit,
    // Rows can be large, so the size of every page is measured when it is sent.
    mostBytes: Infinity,
    isCut: false,
    total: { total: listed.length, isLowerBound: candidates.length > MAX_CANDIDATES },
    isDegraded,
  };
}
