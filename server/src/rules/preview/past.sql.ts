// Reads past writes of records from the audit trail.
import { sql } from 'kysely';
import type { Cause, FieldDiff } from '../../events/index.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

export interface PastEntry {
  id: string;
  at: string;
  actor: string;
  kind: string;
  record_id: string;
  record_version: number;
  changes: FieldDiff | null;
  cause: Cause | null;
}

export const byId = sql`id`;
export const hasId = (ids: readonly string[]) => sql`id = any(${ids}::text[])`;

/** Entries may have long texts, so they are read in parts of which each fits into memory many times. */
const PART = 1000;

async function readPart(
  db: Db | Tx,
  kinds: readonly string[],
  since: string,
  before: PastEntry | undefined,
): Promise<PastEntry[]> {
  const older = before
    ? sql`and (at, id) < (${before.at}::timestamptz, ${before.id}::uuid)`
    : sql``;
  const { rows } = await sql<PastEntry>`
    select id, at, actor, kind, record_id, record_version, changes, cause from entries
    where kind = any(${kinds}::text[]) and at >= ${since}::timestamptz ${older}
    order by at desc, id desc limit ${PART}`.execute(db);
  return rows;
}

const MAX_BYTES = 50_000_000;

/** Returns at most this many entries, the newest first, and whether there are more. */
export async function readPast(
  db: Db | Tx,
  kinds: readonly string[],
  since: string,
  limit: number,
): Promise<{ entries: PastEntry[]; isComplete: boolean }> {
  const entries: PastEntry[] = [];
  let bytes = 0;
  for (;;) {
    const part = await readPart(db, kinds, since, entries.at(-1));
    entries.push(...part);
    bytes += Buffer.byteLength(JSON.stringify(part));
    if (part.length < PART)
      return { entries: entries.slice(0, limit), isComplete: entries.length <= limit };
    if (entries.length > limit || bytes > MAX_BYTES)
      return { entries: entries.slice(0, limit), isComplete: false };
  }
}
