// Views, citations and votes are counted in a table of their own, so that counting never locks an article.
import { sql } from 'kysely';
import { precompile } from '../../platform/postgres/statements.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface Counts {
  view_count: number;
  citation_count: number;
  helpful_count: number;
  vote_count: number;
}

interface CountsTable extends Counts {
  article_id: string;
}

interface Found extends CountsTable {
  /** The voter's own vote is null if there is none. */
  helpful: boolean | null;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    article_counts: CountsTable;
  }
}

const counts = precompile<Found>('counts of articles', (db) => ({
  compile: () =>
    sql<Found>`select article_id, view_count, citation_count, helpful_count, vote_count,
        (select helpful from article_votes votes
          where votes.article_id = article_counts.article_id and voter = ${null}) as helpful
      from article_counts where article_id = any(${null}::text[])`.compile(db),
}));

/** Reads the vote of `voter`, too, if one is given. */
export const findCounts = async (
  db: Db | Tx,
  ids: readonly string[],
  voter: string | null = null,
): Promise<ReadonlyMap<string, Omit<Found, 'article_id'>>> =>
  new Map((await counts(db, [voter, ids])).map(({ article_id, ...found }) => [article_id, found]));

/** Runs when the article is created, so that later only updates are needed. */
export async function insertCounts(tx: Tx, articleId: string): Promise<void> {
  await sql`insert into article_counts (article_id) values (${articleId})`.execute(tx);
}

/** Uses are counted since the previous save. */
export interface Uses {
  views: number;
  citations: number;
}

/** Locks rows in the order of ids, so that two processes that add uses never deadlock. */
export async function addUses(db: Db, uses: ReadonlyMap<string, Uses>): Promise<void> {
  const [views, citations] = [
    [...uses.values()].map((one) => one.views),
    [...uses.values()].map((one) => one.citations),
  ];
  await sql`
    with added as (
      select * from unnest(${[...uses.keys()]}::text[], ${views}::bigint[], ${citations}::bigint[])
        as added (article_id, views, citations)
    ), locked as (
      select article_id, added.views, added.citations from article_counts join added using (article_id)
      order by article_id for update of article_counts
    )
    update article_counts set view_count = view_count + locked.views,
      citation_count = citation_count + locked.citations
    from locked where article_counts.article_id = locked.article_id`.execute(db);
}

/** Replaces an earlier vote of the same voter. Returns the number of people who found the article helpful. */
export async function saveVote(
  tx: Tx,
  articleId: string,
  voter: string,
  helpful: boolean,
  at: string,
): Promise<number> {
  const { rows } = await sql<{ helpful_count: number }>`
    with vote as (
      insert into article_votes (article_id, voter, helpful, voted_at)
      values (${articleId}, ${voter}, ${helpful}, ${at})
      on conflict (article_id, voter) do update set helpful = excluded.helpful, voted_at = excluded.voted_at
      returning old.helpful as was, new.helpful as is_helpful
    )
    update article_counts set
      helpful_count = helpful_count + vote.is_helpful::int - coalesce(vote.was, false)::int,
      vote_count = vote_count + (vote.was is null)::int
    from vote where article_id = ${articleId}
    returning helpful_count`.execute(tx);
  return rows[0]?.helpful_count ?? 0;
}
