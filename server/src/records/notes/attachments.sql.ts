// Files are stored once per SHA-256; attachments refer to them.
import { type Generated, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { NoteView } from './notes.counts.ts';
import { visibleNotes } from './notes.sql.ts';

interface FilesTable {
  sha256: Buffer;
  size: number;
  content: Buffer;
}

interface AttachmentsTable {
  id: Generated<string>;
  note_id: string;
  position: number;
  sha256: Buffer;
  filename: string;
  content_type: string;
  size: number;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    files: FilesTable;
    attachments: AttachmentsTable;
  }
}

const columns = ['id', 'note_id', 'filename', 'content_type', 'size', 'sha256'] as const;
export type AttachmentRow = Pick<Selectable<AttachmentsTable>, (typeof columns)[number]>;

/**
 * Inserts the files that are not stored yet. Files are never updated. Those of expired messages are deleted, so known ones
 * are locked until they are referred to.
 */
export async function insertFiles(tx: Tx, files: readonly FilesTable[]): Promise<void> {
  const { rows: known } = await sql<{ sha256: Buffer }>`
    select sha256 from files where sha256 = any(${files.map((file) => file.sha256)}::bytea[]) for key share
  `.execute(tx);
  const missing = files.filter((file) => !known.some(({ sha256 }) => sha256.equals(file.sha256)));
  // A fixed order keeps two requests with the same new files from deadlocking.
  for (const file of missing.toSorted((a, b) => Buffer.compare(a.sha256, b.sha256))) {
    await tx
      .insertInto('files')
      .values(file)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export const insertAttachments = (
  tx: Tx,
  attachments: (Omit<AttachmentsTable, 'id'> & { id?: string })[],
): Promise<AttachmentRow[]> =>
  tx.insertInto('attachments').values(attachments).returning(columns).execute();

export async function newAttachmentIds(tx: Tx, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select 'att_' || replace(uuidv7()::text, '-', '') as id from generate_series(1, ${count}::int)`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Keeps the order in which the files were attached. */
export const attachmentsOf = (db: Db, noteIds: readonly string[]): Promise<AttachmentRow[]> =>
  db
    .selectFrom('attachments')
    .select(columns)
    .where(sql<boolean>`note_id = any(${noteIds}::text[])`)
    .orderBy('note_id')
    .orderBy('position')
    .execute();

export interface AttachmentKey {
  id: string;
  note_id: string;
  attachment_id: string;
}

/** Returns undefined unless the caller may read the note. */
export const findAttachment = (
  db: Db,
  { id, note_id, attachment_id }: AttachmentKey,
  view: NoteView,
): Promise<AttachmentRow | undefined> =>
  db
    .selectFrom('attachments')
    .select(columns)
    .where('attachments.id', '=', attachment_id)
    .where('note_id', '=', note_id)
    .where(
      sql<boolean>`exists (select from work_notes where work_notes.id = note_id and ${visibleNotes(id, view)})`,
    )
    .executeTakeFirst();

/** Bounds the memory of a download on each side of the driver. */
const CHUNK_BYTES = 256 * 1024;

/** Uses a connection only while it reads a chunk, so that a slow client occupies none. */
export async function* readFile(db: Db, sha256: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < size; from += CHUNK_BYTES) {
    const { rows } = await sql<{ chunk: Buffer }>`
      select substring(content from ${from + 1}::integer for ${CHUNK_BYTES}::integer) as chunk
      from files where sha256 = ${sha256}`.execute(db);
    if (!rows[0]) throw new Error('the file is missing');
    yield rows[0].chunk;
  }
}
