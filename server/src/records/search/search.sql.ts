// Notes are searched by an index of their words; the matches of the records found are then marked.
import { sql } from 'kysely';
import { fragments, headlineSql, WHOLE_TEXT } from '../../platform/lists/highlights.ts';
import { typedQuery } from '../../platform/lists/search-query.ts';
import { isAddress } from '../../platform/postgres/addresses.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import type { NoteView } from '../notes/notes.counts.ts';

export interface FoundNote {
  id: string;
  record_id: string;
}

interface NoteSearch {
  table: { name: string; keepsDeleted: boolean };
  q: string;
  view: NoteView;
  /** Only notes of these records are searched; by default those of all. */
  within: readonly string[] | undefined;
  limit: number;
}

/** So many matches of a frequent word are compared by time; which ones is arbitrary. */
const MAX_MATCHES = sql.lit(1000);

/** Returns the newest matching note of each record, the newest first. */
export async function findNotes(
  db: Db,
  { table, q, view: { visibilities, viewer }, within, limit }: NoteSearch,
): Promise<FoundNote[]> {
  const owner = sql.table(table.name);
  const isPresent = table.keepsDeleted ? sql`and record.deleted_at is null` : sql``;
  const { rows } = await sql<FoundNote>`
    select id, record_id from (
      select distinct on (record_id) matched.id, record_id, matched.created_at from (
        select id, record_id, created_at from work_notes
        where to_tsvector('english', body) @@ ${typedQuery(q)}
          and (visibility = any(${visibilities}::text[])
            or (visibility = 'private' and ${isAddress('author', viewer)}))
          ${within ? sql`and record_id = any(${within}::text[])` : sql``}
        limit ${MAX_MATCHES}) as matched
      join ${owner} as record on record.id = record_id ${isPresent}
      order by record_id, matched.created_at desc) as latest
    order by created_at desc limit ${limit}`.execute(db);
  return rows;
}

interface Marked {
  table: string;
  title: string;
  text: string;
  q: string;
  ids: readonly string[];
  notes: readonly FoundNote[];
}

export type Headlines = Partial<Record<'title' | 'text' | 'note', string | null>>;

/** Returns the texts of records, with their matches marked, by the id of the record. */
export async function readHeadlines(
  db: Db,
  { table, title, text, q, ids, notes }: Marked,
): Promise<Map<string, Headlines>> {
  if (ids.length === 0) return new Map();
  const noteIds = notes.map(({ id }) => id);
  const { rows } = await sql<Headlines & { id: string }>`
    with words as materialized (select ${typedQuery(q)} as query)
    select record.id, ${headlineSql(`record.${title}`, WHOLE_TEXT)} as title,
      ${headlineSql(`record.${text}`, fragments(1))} as text, (
        select ${headlineSql('body', fragments(1))} from work_notes
        where work_notes.record_id = record.id and work_notes.id = any(${noteIds}::text[])) as note
    from ${sql.table(table)} as record, words where record.id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, ...headlines }) => [id, headlines]));
}
