// Links and unlinks two records that the caller may read, with an audit entry of each. Neither gets a new version, because
// its representation stays the same, and no event, because an event goes to everybody who may read one of them.
import type { Context, Viewer } from '../platform/context.ts';
import { ApiError, type Fault, invalid, notFound } from '../platform/errors.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type AnyRecordType,
  countLinks,
  deleteLink,
  emitEntry,
  findAncestors,
  findReadableLink,
  findSameLink,
  findVisible,
  insertLink,
  type LinkEnd,
  type LinkRow,
  lockForLink,
  MAX_ANCESTORS,
  MAX_LINKS,
  missing,
  type RecordType,
  type StoredLink,
  type StoredLinkKind,
  typeNamed,
  typeOfId,
  type VersionedRow,
  viewerOf,
} from '../records/index.ts';
import type { LinkCreate } from './links.schema.ts';

interface Linked {
  type: AnyRecordType;
  row: VersionedRow;
}

/** Returns the record if the caller may read it. */
async function findReadable(
  tx: Tx,
  type: AnyRecordType | undefined,
  id: string,
  caller: Pick<Viewer, 'actor'>,
): Promise<Linked | undefined> {
  const viewer = type && viewerOf(type, caller);
  const row: VersionedRow | undefined = viewer && (await findVisible(tx, type, id, viewer));
  return type && row && { type, row };
}

async function requireReadable(
  tx: Tx,
  type: AnyRecordType,
  id: string,
  caller: Pick<Viewer, 'actor'>,
): Promise<Linked> {
  const found = await findReadable(tx, type, id, caller);
  if (!found) throw missing(type as { noun?: string }, id);
  return found;
}

const refuse = (code: Fault['code'], message: string) =>
  invalid([{ in: 'body', pointer: '/record/id', code, message }]);

async function requireOther(
  tx: Tx,
  { type, id }: LinkCreate['record'],
  caller: Pick<Viewer, 'actor'>,
): Promise<Linked> {
  const named = type === undefined ? typeOfId(id) : typeNamed(type);
  const other = await findReadable(tx, named, id, caller);
  if (other) return other;
  throw refuse('not_readable', `The record ${id} does not exist, or you may not see it.`);
}

const endOf = ({ type, row }: Linked): LinkEnd => ({ type: type.type, id: row.id });

/** Responds 409 if the second record is the first, or among the children of the first. */
async function requireNoCycle(tx: Tx, child: LinkEnd, parent: LinkEnd): Promise<void> {
  const ancestors = await findAncestors(tx, parent.id);
  if (ancestors.includes(child.id))
    throw new ApiError(
      'link_cycle',
      `${parent.id} is a child of ${child.id}, directly or through other records, so ${child.id} cannot be a child of it.`,
    );
  if (ancestors.length > MAX_ANCESTORS + 1)
    throw new ApiError(
      'too_many_links',
      `${parent.id} has more than ${MAX_ANCESTORS} records above it.`,
    );
}

async function requireRoom(tx: Tx, ends: readonly LinkEnd[]): Promise<void> {
  for (const { id } of ends)
    if ((await countLinks(tx, id)) >= MAX_LINKS)
      throw new ApiError('too_many_links', `${id} has ${MAX_LINKS} links, the most it can have.`);
}

type Verb = 'added' | 'removed';

/** The entry of a record names the other one; timelines show it to those who may read that one. */
async function emitLink(
  tx: Tx,
  context: Context,
  verb: Verb,
  kind: StoredLinkKind,
  [first, second]: readonly [Linked, Linked],
): Promise<void> {
  const entry = async (own: Linked, other: Linked, direction: 'out' | 'in') => {
    const link = { kind, direction, record: endOf(other) };
    const links = verb === 'added' ? { from: null, to: link } : { from: link, to: null };
    await emitEntry(tx, context, own.type as RecordType<VersionedRow, Context>, own.row, {
      kind: `link.${verb}`,
      changes: { links },
    });
  };
  await entry(first, second, 'out');
  await entry(second, first, 'in');
}

export interface AddedLink {
  link: LinkRow;
  isNew: boolean;
}

/** A link that exists already is returned as it is. */
export async function addLink(
  tx: Tx,
  context: Context,
  type: AnyRecordType,
  id: string,
  { kind, direction = 'out', record }: LinkCreate,
): Promise<AddedLink> {
  const own = await requireReadable(tx, type, id, context);
  const other = await requireOther(tx, record, context);
  if (own.row.id === other.row.id)
    throw refuse('not_allowed', `${own.row.id} cannot be linked to itself.`);
  const ordered: readonly [Linked, Linked] = direction === 'out' ? [own, other] : [other, own];
  const [source, target] = [endOf(ordered[0]), endOf(ordered[1])];
  await lockForLink(tx, kind, [source.id, target.id]);
  const same = await findSameLink(tx, { kind, source, target });
  const read = async (linkId: string) => {
    const link = await findReadableLink(tx, own, context, linkId);
    if (!link) throw new Error(`the link ${linkId} cannot be read`);
    return link;
  };
  if (same) return { link: await read(same.id), isNew: false };
  if (kind === 'child_of') await requireNoCycle(tx, source, target);
  await requireRoom(tx, [source, target]);
  const at = context.now.toISOString();
  const linkId = await insertLink(tx, { kind, source, target }, context.actor.email, at);
  await emitLink(tx, context, 'added', kind, ordered);
  return { link: await read(linkId), isNew: true };
}

async function findEnd(tx: Tx, { type, id }: LinkEnd): Promise<Linked> {
  const known = typeNamed(type);
  const row: VersionedRow | undefined = await known?.table.find(tx, id);
  if (!known || !row) throw new Error(`the record ${id} of a link does not exist`);
  return { type: known, row };
}

/** Responds 404 if the caller may not read both records. */
export async function removeLink(
  tx: Tx,
  context: Context,
  type: AnyRecordType,
  id: string,
  linkId: string,
): Promise<StoredLink> {
  const own = await requireReadable(tx, type, id, context);
  const link = await findReadableLink(tx, own, context, linkId);
  if (!link) throw notFound(`Link ${linkId}`);
  if (link.field !== null) {
    const holder = link.direction === 'out' ? id : link.record_id;
    throw new ApiError(
      'link_of_field',
      `The link follows from ${link.field} of ${holder}. Change that field to remove it.`,
      { field: link.field },
    );
  }
  // Somebody who adds the same link meanwhile reads it once more.
  const ends = [own.row.id, link.record_id];
  await lockForLink(tx, link.kind as StoredLinkKind, ends);
  const removed = await deleteLink(tx, linkId, id);
  if (!removed) throw notFound(`Link ${linkId}`);
  const linked = [await findEnd(tx, removed.source), await findEnd(tx, removed.target)] as const;
  await emitLink(tx, context, 'removed', removed.kind, linked);
  return removed;
}
