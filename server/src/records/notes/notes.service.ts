// Work notes are listed by visibility and added in one transaction with the update of their record.
import type { Context } from '../../platform/context.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import type { Reply, RequestContext } from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { withWarnings } from '../custom/custom.values.ts';
import { lockForUpdate } from '../lock.ts';
import { saveUpdate, type UpdateOptions } from '../save.ts';
import { readRecord } from '../visibility.ts';
import { chargeQuotas, requireQuotas } from './attachments.quota.ts';
import { attach, presentNote, presentNotes, storeFiles } from './attachments.service.ts';
import type { NotedRow, NotedType } from './noted-type.ts';
import { withNote } from './notes.counts.ts';
import { defaultVisibility, noteView, requireRightToNote, viewKey } from './notes.rights.ts';
import type { NoteCreate, NotesOf, Visibility } from './notes.schema.ts';
import { type MentioningNote, readMentions } from './mentions.ts';
import { insertNote, noteList, type QuotedText, visibleNotes } from './notes.sql.ts';

export interface NoteToAdd {
  body: string;
  visibility: Visibility;
  /** The member of the request that has the text. */
  pointer?: string;
  /** The id is generated if absent. */
  id?: string;
  quoted?: QuotedText | null;
}

export interface SavedNote<Row> {
  row: Row;
  note: MentioningNote;
}

/**
 * Adds a note to a locked record, with the effects that a note has on records of the type; `more` are the further members
 * of the request.
 */
export type AddNote<Row, C, More = object> = (
  tx: Tx,
  context: C,
  before: Row,
  note: NoteToAdd,
  more: More,
) => Promise<SavedNote<Row>>;

/** Stores notes of a locked record, whose update is saved by `saveNoted`. `row` is the record as the update leaves it. */
export async function storeNotes<Row extends NotedRow>(
  tx: Tx,
  { actor, now }: Context,
  { isResponse }: Pick<NotedType<Row, never>, 'isResponse'>,
  row: Row,
  notes: readonly NoteToAdd[],
): Promise<MentioningNote[]> {
  const stored: MentioningNote[] = [];
  const of = { record_id: row.id, author: actor.email, created_at: now.toISOString() };
  for (const { pointer, ...note } of notes) {
    const is_response = note.visibility === 'public' && isResponse?.(row, actor) === true;
    const added = await insertNote(tx, { ...of, is_response, ...note });
    stored.push({ ...added, pointer, isResponse: is_response });
  }
  return stored;
}

/**
 * Saves an update with notes that are stored already. Private notes raise the version but emit no event. The people whom
 * the notes mention become watchers by the same update.
 */
export async function saveNoted<Row extends NotedRow, C extends Context>(
  tx: Tx,
  context: C,
  type: NotedType<Row, C>,
  before: Row,
  next: Row,
  notes: readonly MentioningNote[],
  options: UpdateOptions<Row> = {},
): Promise<Row> {
  if (notes.length === 0) return saveUpdate(tx, context, type, before, next, options);
  let { note_counts } = next;
  for (const note of notes) note_counts = withNote({ note_counts }, note);
  const work_notes_count = next.work_notes_count + notes.length;
  const counted = { ...next, work_notes_count, note_counts };
  const noted = type as unknown as NotedType<NotedRow, Context>;
  const { mentions, changes, warnings } = await readMentions(tx, context, noted, counted, notes);
  const saved = await saveUpdate(tx, context, type, before, counted, {
    ...options,
    notes,
    mentions,
    also: { ...options.also, ...changes },
    isSilent: notes.every(({ visibility }) => visibility === 'private'),
  });
  return withWarnings(saved, warnings);
}

export async function saveWithNote<Row extends NotedRow, C extends Context>(
  tx: Tx,
  context: C,
  type: NotedType<Row, C>,
  before: Row,
  next: Row,
  note: NoteToAdd,
): Promise<SavedNote<Row>> {
  const [added] = await storeNotes(tx, context, type, next, [note]);
  if (!added) throw new Error('the note was not stored');
  return { row: await saveNoted(tx, context, type, before, next, [added]), note: added };
}

export const listNotes =
  <Row extends NotedRow, C extends Context>(type: NotedType<Row, C>, of: NotesOf) =>
  async (request: RequestContext<{ id: string }>): Promise<Reply> => {
    const { id } = request.params;
    await readRecord(request.deps.db, type, id, request);
    const view = noteView(type.notes, request);
    const scope = { key: viewKey(id, view), where: visibleNotes(id, view) };
    const oldestFirst = { sort: 'created_at', order: 'asc' } as const;
    return respondWithList(request, noteList, scope, oldestFirst, (rows) =>
      presentNotes(rows, of, request),
    );
  };

/** Adds a note by the rules of its POST request. */
export type NoteWriter<C> = (tx: Tx, request: C, id: string, input: NoteCreate) => Promise<object>;

/** A type whose records change with a note passes `add`. */
export const noteWriter =
  <Row extends NotedRow, C extends Context>(
    type: NotedType<Row, C>,
    of: NotesOf,
    add: AddNote<Row, C> = (tx, context, before, note) =>
      saveWithNote(tx, context, type, before, before, note),
  ): NoteWriter<C> =>
  async (tx, request, id, input) => {
    const { actor } = request;
    const {
      body,
      visibility,
      attachments = [],
      ...more
    } = {
      ...input,
      visibility: input.visibility ?? defaultVisibility(type.notes, actor),
    };
    requireRightToNote(type.notes, actor, visibility);
    // Up to 50 MB are stored before the record is locked, and only if the caller may see the record.
    if (attachments.length > 0) await readRecord(tx, type, id, request);
    const bytes = attachments.reduce((sum, { data }) => sum + Buffer.byteLength(data, 'base64'), 0);
    await requireQuotas(tx, request, id, bytes);
    const files = await storeFiles(tx, attachments);
    // A note overwrites nothing, so `If-Match` is not checked.
    const { before, context } = await lockForUpdate(tx, request, type, {
      id,
      isAlwaysAllowed: true,
    });
    await chargeQuotas(tx, context, id, bytes);
    const toAdd = { body, visibility, pointer: '/body' };
    const { row, note } = await add(tx, context, before, toAdd, more);
    const { warnings } = row as { warnings?: readonly object[] };
    return {
      ...presentNote(note, of, await attach(tx, note.id, files), context),
      ...(warnings && { warnings }),
    };
  };
