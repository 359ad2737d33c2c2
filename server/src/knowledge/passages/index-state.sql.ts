// Callers are told how much of the knowledge base search can find, so that a missing answer is not taken for the last
// word while articles are still being indexed.
import { type RawBuilder, sql } from 'kysely';
import { COUNT_BOUND } from '../../platform/lists/totals.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import { isPublished } from '../articles.published.sql.ts';
import { INDEX_TASK } from './index-article.ts';

export interface IndexState {
  /** Search can find every published article. */
  ready: boolean;
  indexed: number;
  total: number;
  /** An article is about to be indexed. One that cannot be indexed is no longer expected after an hour or so. */
  isGrowing: boolean;
}

/** An article that has no passages after this time cannot be indexed. */
const INDEXED_WITHIN = sql`interval '1 hour'`;
/** A task that has failed this often was added an hour ago: the pauses between its attempts grow. */
const EXPECTED_ATTEMPTS = 8;

/** Selects only articles with a task and those of the last hour, because nothing else can lack passages. */
function candidates(now: Date): RawBuilder<unknown> {
  const since = sql`${now.toISOString()}::timestamptz - ${INDEXED_WITHIN}`;
  return sql`
    select id, true as is_expected from articles where ${isPublished} and updated_at > ${since}
    union all
    select record_id, attempts < ${sql.lit(EXPECTED_ATTEMPTS)} from tasks where kind = ${sql.lit(INDEX_TASK)}`;
}

const isWaiting = sql`${isPublished} and not exists (select from passages where article_id = articles.id)`;

/** Probes ask this every few seconds, so nothing is counted: a count of 50,000 articles takes 7 to 30 ms, this 1 ms. */
export async function isIndexReady(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    with candidate as (${candidates(now)})
    select from candidate join articles using (id) where ${isWaiting} limit 1`.execute(db);
  return rows.length === 0;
}

/** Both counts end at the bound of every list. */
export async function readIndexState(db: Db, now: Date): Promise<IndexState> {
  const bound = sql.lit(COUNT_BOUND);
  const { rows } = await sql<{ total: number; waiting: number; isGrowing: boolean }>`
    with candidate as (${candidates(now)}),
    waiting as (
      select bool_or(is_expected) as is_expected from candidate join articles using (id)
      where ${isWaiting} group by id limit ${bound})
    select count(*)::int as waiting, coalesce(bool_or(is_expected), false) as "isGrowing", (
      select count(*) from (select from articles where ${isPublished} limit ${bound}) as published)::int as total
    from waiting`.execute(db);
  const { total = 0, waiting = 0, isGrowing = false } = rows[0] ?? {};
  return { ready: waiting === 0, indexed: Math.max(0, total - waiting), total, isGrowing };
}
