// Attachments are stored once per content, shown with their note, and downloadable by callers who may read the note.
import { createHash } from 'node:crypto';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import type { Reply, RequestContext } from '../../platform/http/request/context.ts';
import { download } from '../../platform/http/output/download.ts';
import { readRecord } from '../visibility.ts';
import type { AttachmentCreate } from './attachments.schema.ts';
import {
  type AttachmentKey,
  type AttachmentRow,
  attachmentsOf,
  findAttachment,
  insertAttachments,
  insertFiles,
  readFile,
} from './attachments.sql.ts';
import { apiUrl } from '../../platform/http/request/request-url.ts';
import { noteView } from './notes.rights.ts';
import type { NotesOf } from './notes.schema.ts';
import type { NotedRow, NotedType } from './noted-type.ts';
import type { MentioningNote } from './mentions.ts';
import { readNoteMails } from '../mail/note-mails.ts';
import type { NoteRow } from './notes.sql.ts';

export interface StoredFile {
  /** The id of the attachment is generated if absent. */
  id?: string;
  filename: string;
  content_type: string;
  size: number;
  sha256: Buffer;
}

export const storeFiles = (
  tx: Tx,
  attachments: readonly AttachmentCreate[],
): Promise<StoredFile[]> =>
  storeContents(
    tx,
    attachments.map(({ data, ...file }) => ({ ...file, content: Buffer.from(data, 'base64') })),
  );

interface FileContent extends Pick<StoredFile, 'id' | 'filename' | 'content_type'> {
  content: Buffer;
}

export async function storeContents(
  tx: Tx,
  contents: readonly FileContent[],
): Promise<StoredFile[]> {
  const files = contents.map((file) => {
    const sha256 = createHash('sha256').update(file.content).digest();
    return { ...file, size: file.content.length, sha256 };
  });
  if (files.length > 0)
    await insertFiles(
      tx,
      files.map(({ sha256, size, content }) => ({ sha256, size, content })),
    );
  return files.map(({ content: _, ...file }) => file);
}

export const attach = async (
  tx: Tx,
  noteId: string,
  files: readonly StoredFile[],
): Promise<AttachmentRow[]> =>
  files.length === 0
    ? []
    : insertAttachments(
        tx,
        files.map((file, position) => ({ ...file, position, note_id: noteId })),
      );

const presentAttachment = (
  { id, note_id, filename, content_type, size, sha256 }: AttachmentRow,
  notesUrl: string,
) => ({
  id,
  filename,
  content_type,
  size,
  sha256: sha256.toString('hex'),
  url: `${notesUrl}/${note_id}/attachments/${id}`,
});

/** Groups the attachments of notes by note, with one query. */
export async function presentAttachments(
  db: Db,
  notes: readonly Pick<NoteRow, 'id' | 'record_id'>[],
  path: string,
  baseUrl: string,
): Promise<Map<string, object[]>> {
  const ids = notes.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await attachmentsOf(db, ids);
  const byNote = Map.groupBy(found, ({ note_id }) => note_id);
  return new Map(
    notes.map(({ id, record_id }) => {
      const url = apiUrl(baseUrl, `${path}/${record_id}/notes`);
      return [id, (byNote.get(id) ?? []).map((one) => presentAttachment(one, url))];
    }),
  );
}

export const presentNote = (
  { id, record_id, pointer: _, isResponse: _isResponse, quoted, via, ...note }: MentioningNote,
  { path, idField }: NotesOf,
  attachments: readonly AttachmentRow[],
  { baseUrl, reach }: Pick<RequestContext, 'baseUrl' | 'reach'>,
): object => {
  const url = apiUrl(baseUrl, `${path}/${record_id}/notes`);
  return {
    id,
    [idField]: record_id,
    ...note,
    ...(quoted && { quoted }),
    ...(via && reach === 'all' && { via }),
    attachments: attachments.map((one) => presentAttachment(one, url)),
  };
};

/** Reads the attachments and the mails of a whole page with one query each. */
export async function presentNotes(
  rows: readonly NoteRow[],
  of: NotesOf,
  request: Pick<RequestContext, 'baseUrl' | 'deps' | 'reach'>,
): Promise<object[]> {
  const { db } = request.deps;
  const ids = rows.map(({ id }) => id);
  const [found, mails] = await Promise.all([
    ids.length === 0 ? [] : attachmentsOf(db, ids),
    readNoteMails(db, rows, request),
  ]);
  const byNote = Map.groupBy(found, ({ note_id }) => note_id);
  return rows.map((note) => ({
    ...presentNote(note, of, byNote.get(note.id) ?? [], request),
    ...mails.get(note.id),
  }));
}

export async function downloadAttachment<Row extends NotedRow, C extends Context>(
  type: NotedType<Row, C>,
  request: RequestContext<AttachmentKey>,
): Promise<Reply> {
  const { params, deps } = request;
  await readRecord(deps.db, type, params.id, request);
  const found = await findAttachment(deps.db, params, noteView(type.notes, request));
  if (!found) throw notFound(`Attachment ${params.attachment_id}`);
  const { filename, content_type: contentType, size, sha256 } = found;
  const content = readFile(deps.db, sha256, size);
  return download({ filename, contentType, size, sha256, content });
}
