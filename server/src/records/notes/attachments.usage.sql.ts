// Counts attached bytes per caller and day (UTC), and per record.
import { sql } from 'kysely';
import { dayOf } from '../../platform/limits/day.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface AttachmentUsageTable {
  caller: string;
  day: string;
  bytes: number;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    attachment_usage: AttachmentUsageTable;
  }
}

export async function attachedBytesToday(db: Db, caller: string, now: Date): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select bytes from attachment_usage where caller = ${caller} and day = ${dayOf(now)}::date`.execute(
    db,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Adds the bytes, or returns false if the sum would exceed `most`. Concurrent uploads of a caller wait here. */
export async function addAttachedBytes(
  tx: Tx,
  caller: string,
  now: Date,
  bytes: number,
  most: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into attachment_usage (caller, day, bytes)
    select ${caller}, ${dayOf(now)}::date, ${bytes}::bigint where ${bytes}::bigint <= ${most}::bigint
    on conflict (caller, day) do update set bytes = attachment_usage.bytes + excluded.bytes
      where attachment_usage.bytes + excluded.bytes <= ${most}::bigint
    returning bytes`.execute(tx);
  return rows.length > 0;
}

/** The sum includes the attachments of all authors. */
export async function attachedBytesOf(tx: Tx, recordId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(size), 0) as bytes from attachments
    where note_id in (select id from work_notes where record_id = ${recordId})`.execute(tx);
  return Number(rows[0]?.bytes);
}

/** Earlier days no longer affect a quota. */
export async function purgeExpiredAttachmentUsage(db: Db, now: Date): Promise<void> {
  await sql`delete from attachment_usage where day < ${dayOf(now)}::date - 31`.execute(db);
}
