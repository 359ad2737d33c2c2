// Creates, edits, publishes and retires catalog items in the caller's transaction.
import type { Context } from '../platform/context.ts';
import { ApiError, invalid } from '../platform/errors.ts';
import type { PatchReader } from '../platform/http/request/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  createRecord,
  type LockedRecord,
  lockForUpdate,
  type LockTarget,
  saveUpdate,
} from '../records/index.ts';
import {
  applyRevision,
  type CatalogContent,
  completeContent,
  contentOf,
  emptyContent,
  revise,
} from './content.ts';
import { publicationFaults } from './checks/publication.checks.ts';
import { catalogItems, presentItem } from './items.record.ts';
import { type CatalogItemCreate, type CatalogItemUpdate, MAX_ITEMS } from './items.schema.ts';
import { type CatalogItemRow, countItems } from './items.sql.ts';
import { requireMove } from './items.states.ts';
import { insertVersion } from './versions/versions.sql.ts';

export async function createItem(
  tx: Tx,
  context: Context,
  input: CatalogItemCreate,
): Promise<CatalogItemRow> {
  if ((await countItems(tx)) >= MAX_ITEMS)
    throw invalid([
      {
        in: 'body',
        pointer: '',
        code: 'too_many',
        message: `The catalog may have at most ${MAX_ITEMS} items, and it has as many already.`,
      },
    ]);
  const at = context.now.toISOString();
  return createRecord(tx, context, catalogItems, {
    ...emptyContent,
    ...completeContent(input),
    state: 'draft',
    pending: null,
    published_version: null,
    created_at: at,
    updated_at: at,
  });
}

const withPending = (row: CatalogItemRow): CatalogContent =>
  row.pending ? applyRevision(row, row.pending) : contentOf(row);

/** An edit of a published item waits; nobody orders the others, so their columns change at once. */
function applyEdit(
  { actor, now }: Context,
  before: CatalogItemRow,
  fields: Partial<CatalogContent>,
): CatalogItemRow {
  if (before.state !== 'published')
    return { ...before, ...withPending(before), ...fields, pending: null };
  const editor = { by: actor.email, at: now.toISOString() };
  return { ...before, pending: revise(before, before.pending, fields, editor) };
}

export async function updateItem(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<CatalogItemUpdate>,
): Promise<{ row: CatalogItemRow; context: Context }> {
  const { before, context } = await lockForUpdate(tx, request, catalogItems, target);
  const patch = await readPatch(() => presentItem(before, context));
  const next = applyEdit(context, before, completeContent(patch));
  return { row: await saveUpdate(tx, context, catalogItems, before, next), context };
}

type ItemAction = (
  tx: Tx,
  locked: LockedRecord<CatalogItemRow, Context>,
) => Promise<CatalogItemRow>;

/** Also publishes the pending revision of an item that is already published. */
export const publishItem: ItemAction = async (tx, { before, context }) => {
  if (before.state !== 'published') requireMove(before.state, 'published');
  else if (!before.pending)
    throw new ApiError('no_pending_revision', `${before.id} is published as it is.`);
  const content = withPending(before);
  const faults = await publicationFaults(tx, context, content);
  if (faults.length > 0) throw invalid(faults);
  const row = await saveUpdate(tx, context, catalogItems, before, {
    ...before,
    ...content,
    state: 'published',
    pending: null,
    published_version: before.version + 1,
  });
  await insertVersion(tx, row, context.actor.email);
  return row;
};

/** The pending revision stays: it is published with the item, or becomes its content with the next edit. */
export const retireItem: ItemAction = (tx, { before, context }) => {
  requireMove(before.state, 'retired');
  return saveUpdate(tx, context, catalogItems, before, { ...before, state: 'retired' });
};
