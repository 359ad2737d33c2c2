// Every function runs in the transaction of its caller.
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import type { PatchReader } from '../platform/http/request/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  createRecord,
  type LockedRecord,
  lockForUpdate,
  type LockTarget,
  saveUpdate,
} from '../records/index.ts';
import { notifyAuthors, notifyReviewers } from './articles.notices.ts';
import { articles, presentAsRead } from './articles.record.ts';
import type { ArticleCreate, ArticleUpdate, SendBack } from './articles.schema.ts';
import type { ArticleRow } from './articles.sql.ts';
import { allowedTransitions, isPublisher, requireMove, type State } from './articles.states.ts';
import { isSameText, revise, applyRevision } from './articles.text.ts';
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

/** The article or its pending revision waits for a reviewer. */
const isWaiting = ({ state, pending, sent_back }: ArticleRow): boolean =>
  state === 'review' || (pending !== null && sent_back === null);

/** Saves a new version if the text differs. Reviewers are notified once per article that waits for them, not of each edit. */
async function saveArticle(
  tx: Tx,
  context: Context,
  before: ArticleRow,
  next: ArticleRow,
): Promise<ArticleRow> {
  const row = await saveUpdate(tx, context, articles, before, next);
  if (!isSameText(before, row)) await insertVersion(tx, row, context.actor.email);
  if (isWaiting(row) && !isWaiting(before)) await notifyReviewers(tx, context, row);
  if (before.state === 'review' && row.state === 'published')
    await notifyAuthors(tx, context, row, 'article.published', [row.author]);
  return row;
}

/** Drops the pending revision on retirement, because only a published article has one, and a reviewer's comment on any transition. */
const moveTo = (row: ArticleRow, state: State): ArticleRow => ({
  ...row,
  state,
  pending: state === 'published' ? row.pending : null,
  sent_back: state === row.state ? row.sent_back : null,
});

/** Keeps the reviewer's comment until the revision is edited or gone. */
const withPending = (row: ArticleRow, pending: ArticleRow['pending'], isEdited: boolean) => ({
  ...row,
  pending,
  sent_back: pending === null || isEdited ? null : row.sent_back,
});

/** Publishes the edit of a published article at once if the caller may publish; otherwise it becomes a pending revision. */
function applyEdit(
  { actor, now }: Context,
  before: ArticleRow,
  fields: Omit<ArticleUpdate, 'state'>,
): ArticleRow {
  const editor = { by: actor.email, at: now.toISOString() };
  const waits = before.state === 'published' && !isPublisher(actor);
  if (waits) {
    const pending = revise(before, before.pending, fields, editor);
    return withPending(before, pending, pending !== before.pending);
  }
  const next = { ...before, ...fields };
  return before.pending
    ? withPending(next, revise(next, before.pending, {}, before.pending), false)
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
  const next = moveTo(applyEdit(context, before, fields), state);
  return { row: await saveArticle(tx, context, before, next), context };
}

type LockedArticle = LockedRecord<ArticleRow, Context>;
type ArticleAction = (tx: Tx, locked: LockedArticle) => Promise<ArticleRow>;

/** Also publishes the pending revision of an article that is already published. */
export const publishArticle: ArticleAction = async (tx, { before, context }) => {
  const { pending } = before;
  if (pending) {
    const live = { ...before, ...applyRevision(before, pending) };
    const row = await saveArticle(tx, context, before, withPending(live, null, true));
    await notifyAuthors(tx, context, row, 'article.published', [row.author, pending.by]);
    return row;
  }
  requireMove(context.actor, before.state, 'published');
  return saveArticle(tx, context, before, moveTo(before, 'published'));
};

export const retireArticle: ArticleAction = (tx, { before, context }) => {
  requireMove(context.actor, before.state, 'retired');
  return saveArticle(tx, context, before, moveTo(before, 'retired'));
};

export const discardRevision: ArticleAction = (tx, { before, context }) => {
  if (!before.pending)
    throw new ApiError('no_pending_revision', `${before.id} has no pending revision.`);
  return saveArticle(tx, context, before, withPending(before, null, true));
};

/** Makes the article a draft again; the revision of a published article is preserved and no longer waits. */
export async function sendBackArticle(
  tx: Tx,
  { before, context }: LockedArticle,
  { comment }: SendBack,
): Promise<ArticleRow> {
  const { actor, now } = context;
  const { id, state, pending } = before;
  if (!isWaiting(before))
    throw new ApiError('invalid_transition', `${id} is not waiting for review.`, {
      current_state: state,
      requested_state: 'draft',
      allowed_transitions: allowedTransitions(actor, state),
    });
  const row = await saveArticle(tx, context, before, {
    ...before,
    state: pending ? state : 'draft',
    sent_back: { by: actor.email, at: now.toISOString(), comment },
  });
  const editor = pending?.by ?? row.author;
  await notifyAuthors(tx, context, row, 'article.sent_back', [editor]);
  return row;
}
