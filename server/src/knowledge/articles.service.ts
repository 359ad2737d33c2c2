// Creates and updates articles, and moves them through review to publication. The transaction is the caller's.
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import type { PatchReader } from '../platform/http/request/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  createRecord,
  type Locked,
  lockForUpdate,
  type LockTarget,
  saveUpdate,
} from '../records/index.ts';
import { articles, presentAsRead } from './articles.record.ts';
import type { ArticleCreate, ArticleUpdate } from './articles.schema.ts';
import type { ArticleRow } from './articles.sql.ts';
import { isPublisher, requireMove, type State } from './articles.states.ts';
import { isSameText, revise, revised } from './articles.text.ts';
import { insertCounts } from './counts/counts.sql.ts';
import { insertVersion } from './versions/versions.sql.ts';

export async function createArticle(
  tx: Tx,
  context: Context,
  input: ArticleCreate,
): Promise<ArticleRow> {
  const at = context.now.toISOString();
  const row = await createRecord(tx, context, articles, {
    summary: null,
    category: null,
    tags: [],
    language: 'en',
    ...input,
    state: 'draft',
    author: context.actor.email,
    pending: null,
    created_at: at,
    updated_at: at,
  });
  await insertVersion(tx, row, context.actor.email);
  await insertCounts(tx, row.id);
  return row;
}

/** A new version if the text differs. */
async function saveArticle(
  tx: Tx,
  context: Context,
  before: ArticleRow,
  next: ArticleRow,
): Promise<ArticleRow> {
  const row = await saveUpdate(tx, context, articles, before, next);
  if (!isSameText(before, row)) await insertVersion(tx, row, context.actor.email);
  return row;
}

/** Only a published article has a pending revision, so it ends when the article is retired. */
const moved = (row: ArticleRow, state: State): ArticleRow => ({
  ...row,
  state,
  pending: state === 'published' ? row.pending : null,
});

/** The edit of a published article is live if the caller may publish, and otherwise a pending revision. */
function edited(
  { actor, now }: Context,
  before: ArticleRow,
  fields: Omit<ArticleUpdate, 'state'>,
): ArticleRow {
  const editor = { by: actor.email, at: now.toISOString() };
  const waits = before.state === 'published' && !isPublisher(actor);
  if (waits) return { ...before, pending: revise(before, before.pending, fields, editor) };
  const next = { ...before, ...fields };
  return before.pending
    ? { ...next, pending: revise(next, before.pending, {}, before.pending) }
    : next;
}

export async function updateArticle(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<ArticleUpdate>,
): Promise<{ row: ArticleRow; context: Context }> {
  const { before, context } = await lockForUpdate(tx, request, articles, target);
  const patch = await readPatch((sent) => presentAsRead(before, context, sent, tx));
  const { state = before.state, ...fields } = patch;
  if (state !== before.state) requireMove(context.actor, before.state, state);
  const next = moved(edited(context, before, fields), state);
  return { row: await saveArticle(tx, context, before, next), context };
}

type Act = (tx: Tx, locked: Locked<ArticleRow, Context>) => Promise<ArticleRow>;

/** Also publishes the pending revision of an article that is already published. */
export const publishArticle: Act = (tx, { before, context }) => {
  const { pending } = before;
  if (pending)
    return saveArticle(tx, context, before, {
      ...before,
      ...revised(before, pending),
      pending: null,
    });
  requireMove(context.actor, before.state, 'published');
  return saveArticle(tx, context, before, moved(before, 'published'));
};

export const retireArticle: Act = (tx, { before, context }) => {
  requireMove(context.actor, before.state, 'retired');
  return saveArticle(tx, context, before, moved(before, 'retired'));
};

export const discardRevision: Act = (tx, { before, context }) => {
  if (!before.pending)
    throw new ApiError('no_pending_revision', `${before.id} has no pending revision.`);
  return saveArticle(tx, context, before, { ...before, pending: null });
};
