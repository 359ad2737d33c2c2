import { ApiError } from '../../platform/errors.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { readRecord } from '../../records/index.ts';
import { articles } from '../articles.record.ts';
import type { Vote } from '../articles.schema.ts';
import { saveVote } from './counts.sql.ts';

/** Creates no version and no audit entry: a vote is an opinion about the article, not an edit of it. */
export async function voteOnArticle(
  tx: Tx,
  request: RequestContext<{ id: string }, unknown, Vote>,
): Promise<Reply> {
  const { actor, body, now, params } = request;
  const { id, state } = await readRecord(tx, articles, params.id, request);
  if (state !== 'published')
    throw new ApiError(
      'not_published',
      `${id} is in state ${state}. You can vote only on published articles.`,
    );
  const helpful_count = await saveVote(tx, id, actor.id, body.helpful, now.toISOString());
  return ok({ article_id: id, helpful: body.helpful, helpful_count });
}
