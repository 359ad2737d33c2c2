// Words of notes are searched in one statement; another reads the records found, with their matches marked.
import { type RawBuilder, sql } from 'kysely';
import { every } from '../../platform/lists/conditions.ts';
import { fragments, headlineSql, WHOLE_TEXT } from '../../platform/lists/highlights.ts';
import { typedQuery } from '../../platform/lists/search-query.ts';
import { isOneOfAddresses } from '../../platform/postgres/addresses.ts';
import { runNamed } from '../../platform/postgres/statements.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import type { NoteView } from '../notes/notes.counts.ts';

export interface FoundNote {
  id: string;
  record_id: string;
}

/** The caller sees these records only. */
export interface OwnRecords {
  /** The list has the newest ones. */
  ids: readonly string[];
  /** There are no others. */
  isComplete: boolean;
  where: RawBuilder<boolean>;
}

interface NoteSearch {
  table: { name: string; keepsDeleted: boolean };
  /** The ids of the records begin with it, and those of no other records with notes. */
  prefix: string;
  q: string;
  view: NoteView;
  /** By default the caller sees all records. */
  own?: OwnRecords | undefined;
  limit: number;
}

/**
 * The text index reads every occurrence of a word before it returns the first. So the notes of the newest records are
 * tested first, if one of the first hundred has the word: then enough others are among the rest. A test takes 20 µs,
 * because the words of a note are not stored.
 */
const NEWEST = { sampled: 100, tested: 2000 };
/** With so many of the first hundred, a word is too frequent to look for the few notes of own records by it. */
const FREQUENT = 3;
/** A record may have several of the matches. */
const MATCHES_PER_RECORD = 10;
/** If more notes have a word, and the newest lack it, so many matches are compared by time; which ones is arbitrary. */
const MAX_MATCHES = 10_000;
/** The records of so many of them, the newest, are read. */
const MAX_RECORDS = 1000;

/** Returns the newest matching note of each record, the newest first. */
export async function findNotes(
  db: Db,
  { table, prefix, q, view: { visibilities, addresses }, own, limit }: NoteSearch,
): Promise<FoundNote[]> {
  const owner = sql.table(table.name);
  const columns = sql`id, record_id, created_at`;
  const ofType = sql<boolean>`record_id like ${sql.lit(`${prefix}%`)}`;
  const newest = (most: number, where: RawBuilder<boolean>) => sql`(
    select ${columns}, body, visibility, author from work_notes
    where ${where} order by record_id desc, created_at desc, id desc limit ${sql.lit(most)}) as notes`;
  const words = sql`(select query from words)`;
  // The function uses no index, as in lists.
  const isTested = sql`ts_match_vq(to_tsvector('english', body), ${words})`;
  const isIndexed = sql`to_tsvector('english', body) @@ ${words}`;
  const isReadable = sql`(visibility = any(${visibilities}::text[])
    or (visibility = 'private' and ${isOneOfAddresses('author', addresses)}))`;
  const isPresent = sql`exists (select from ${owner} where ${every([
    sql`${owner}.id = record_id`,
    table.keepsDeleted ? sql`${owner}.deleted_at is null` : undefined,
    own?.where,
  ])})`;
  const isNearTested = own ? sql`true` : sql`(select n from sampled) > 0`;
  const isFarNeeded = every([
    sql`(select count(distinct record_id) from near) < ${limit}`,
    own && sql`(select n from sampled) < ${sql.lit(FREQUENT)}`,
    own?.isComplete ? sql`false` : undefined,
  ]);
  const ofOwn = own && sql<boolean>`record_id = any(${own.ids}::text[])`;
  const { rows } = await runNamed(
    db,
    `search notes of ${table.name}`,
    sql<FoundNote>`
    with words as materialized (select ${typedQuery(q)} as query),
    sampled as materialized (select count(*) as n from ${newest(NEWEST.sampled, ofType)} where ${isTested}),
    near as materialized (
      select ${columns} from ${newest(NEWEST.tested, ofOwn ?? ofType)}
      where ${isNearTested} and ${every([isReadable, isTested, isPresent])}
      limit ${limit * MATCHES_PER_RECORD}),
    matched as materialized (
      select ${columns}, visibility, author from work_notes
      where ${isFarNeeded} and ${isIndexed} limit ${sql.lit(MAX_MATCHES)}),
    readable as materialized (
      select ${columns} from matched where ${every([ofType, isReadable])}
      order by created_at desc limit ${sql.lit(MAX_RECORDS)}),
    far as (select ${columns} from readable where ${isPresent})
    select id, record_id from (
      select distinct on (record_id) ${columns} from (select * from near union all select * from far) as found
      order by record_id, created_at desc, id desc) as latest
    order by created_at desc, id desc limit ${limit}`,
  );
  return rows;
}

interface Marked {
  table: string;
  title: string;
  state: string;
  text: string;
  q: string;
  ids: readonly string[];
  notes: readonly FoundNote[];
}

export interface MarkedRow {
  id: string;
  title: string;
  state: string;
  headlines: Partial<Record<'title' | 'text' | 'note', string | null>>;
}

/** Reads records with the matches in their texts marked, in the order of the ids. */
export async function readMarked(
  db: Db,
  { table, title, state, text, q, ids, notes }: Marked,
): Promise<MarkedRow[]> {
  if (ids.length === 0) return [];
  const noteIds = notes.map(({ id }) => id);
  const { rows } = await runNamed(
    db,
    `mark matches in ${table}`,
    sql<MarkedRow>`
    with words as materialized (select ${typedQuery(q)} as query)
    select record.id, record.${sql.ref(title)} as title, record.${sql.ref(state)} as state, json_build_object(
      'title', ${headlineSql(`record.${title}`, WHOLE_TEXT)},
      'text', ${headlineSql(`record.${text}`, fragments(1))},
      'note', (
        select ${headlineSql('body', fragments(1))} from work_notes
        where work_notes.record_id = record.id and work_notes.id = any(${noteIds}::text[]))) as headlines
    from words cross join unnest(${ids}::text[]) with ordinality as found (id, position)
      join ${sql.table(table)} as record on record.id = found.id
    order by position`,
  );
  return rows;
}
