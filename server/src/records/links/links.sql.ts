// Links are stored between records of any types. Locks keep limits and hierarchies right while several callers add links.
import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { StoredLinkKind } from './link-fields.ts';

interface RecordLinksTable {
  id: Generated<string>;
  kind: StoredLinkKind;
  source_type: string;
  source_id: string;
  target_type: string;
  target_id: string;
  created_by: string;
  created_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    record_links: RecordLinksTable;
  }
}

/** Ids are unique across types. */
export interface LinkEnd {
  type: string;
  id: string;
}

export interface StoredLink {
  id: string;
  kind: StoredLinkKind;
  source: LinkEnd;
  target: LinkEnd;
}

/** A record has at most so many stored links, in both directions together. */
export const MAX_LINKS = 200;

const lock = (tx: Tx, name: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`link ${name}`}, 0))`.execute(tx);

/**
 * Lets one transaction at a time add or remove links of either record, and one in the whole instance change the hierarchy:
 * each would see no cycle without the link of the other. Every transaction takes the locks in the same order.
 */
export async function lockForLink(
  tx: Tx,
  kind: StoredLinkKind,
  ids: readonly string[],
): Promise<void> {
  if (kind === 'child_of') await lock(tx, 'hierarchy');
  for (const id of ids.toSorted()) await lock(tx, id);
}

const columns = sql`id, kind, jsonb_build_object('type', source_type, 'id', source_id) as source,
  jsonb_build_object('type', target_type, 'id', target_id) as target`;

/** `related_to` means the same in both directions. */
export async function findSameLink(
  tx: Tx,
  { kind, source, target }: Omit<StoredLink, 'id'>,
): Promise<StoredLink | undefined> {
  const reversed = sql`or (source_id = ${target.id} and target_id = ${source.id})`;
  const { rows } = await sql<StoredLink>`
    select ${columns} from record_links
    where kind = ${kind} and ((source_id = ${source.id} and target_id = ${target.id})
      ${kind === 'related_to' ? reversed : sql``})`.execute(tx);
  return rows[0];
}

export async function countLinks(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from record_links where source_id = ${id})
      + (select count(*) from record_links where target_id = ${id}) as n`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** A record with more ancestors cannot become a parent, so that the search for a cycle ends. */
export const MAX_ANCESTORS = 1000;

/** Returns the parents of a record, their parents and so on, with the record itself; one more than allowed at most. */
export async function findAncestors(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive ancestors (id) as (
      select ${id}::text collate "C"
      union
      select target_id from record_links join ancestors on source_id = ancestors.id where kind = 'child_of')
    select id from ancestors limit ${sql.lit(MAX_ANCESTORS + 2)}`.execute(tx);
  return rows.map((row) => row.id);
}

export async function insertLink(
  tx: Tx,
  { kind, source, target }: Omit<StoredLink, 'id'>,
  by: string,
  at: string,
): Promise<string> {
  const { id } = await tx
    .insertInto('record_links')
    .values({
      kind,
      source_type: source.type,
      source_id: source.id,
      target_type: target.type,
      target_id: target.id,
      created_by: by,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns undefined if there is none, or another transaction deletes it first. */
export async function deleteLink(
  tx: Tx,
  id: string,
  recordId: string,
): Promise<StoredLink | undefined> {
  const { rows } = await sql<StoredLink>`
    delete from record_links where id = ${id} and (source_id = ${recordId} or target_id = ${recordId})
    returning ${columns}`.execute(tx);
  return rows[0];
}

/**
 * Returns the children of a record, the oldest links first, deleted ones included: at most as many as a record may have.
 * Resolving a parent takes them along.
 */
export async function childrenOf(db: Db | Tx, type: string, id: string): Promise<LinkEnd[]> {
  const { rows } = await sql<LinkEnd>`
    select source_type as type, source_id as id from record_links
    where target_id = ${id} and target_type = ${type} and kind = 'child_of'
    order by record_links.id limit ${sql.lit(MAX_LINKS)}`.execute(db);
  return rows;
}
