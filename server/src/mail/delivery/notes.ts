// Adds a mail to a record as a note with its files.
import { addNote as addIncidentNote } from '../../incidents/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  type AddNote,
  attach,
  lockIf,
  newAttachmentIds,
  newNoteId,
  type NotedRow,
  type NoteToAdd,
  roomOfRecord,
  saveWithNote,
  storeContents,
} from '../../records/index.ts';
import type { Incoming } from '../messages/incoming.ts';
import { contentOf, type MailContent } from './content.ts';
import { type AnyNotedType } from './facts.ts';

/** Returns the content with the files for which the record has room. */
export async function readContent(
  tx: Tx,
  { mail }: Pick<Incoming, 'mail'>,
  recordId: string,
): Promise<MailContent> {
  const ids = await newAttachmentIds(tx, mail.attachments.length + 1);
  return contentOf(mail, await roomOfRecord(tx, recordId), ids);
}

export interface Added {
  row: NotedRow;
  noteId: string;
}

type Add = (
  tx: Tx,
  context: Context,
  type: AnyNotedType,
  row: NotedRow,
  note: NoteToAdd,
) => Promise<NotedRow>;

const addOnly: Add = async (tx, context, type, row, note) =>
  (await saveWithNote(tx, context, type, row, row, note)).row;

/** A note may change an incident and notify people. */
const adders: Readonly<Record<string, Add>> = {
  incident: async (tx, context, _, row, note) => {
    const add = addIncidentNote as unknown as AddNote<NotedRow, Context>;
    return (await add(tx, context, row, note, {})).row;
  },
};

const addAny: Add = (tx, context, type, row, note) =>
  (adders[type.type] ?? addOnly)(tx, context, type, row, note);

async function addWith(
  tx: Tx,
  context: Context,
  type: AnyNotedType,
  row: NotedRow,
  {
    visibility,
    add,
    body,
    content,
  }: { visibility: NoteToAdd['visibility']; add: Add; body: string; content: MailContent },
): Promise<Added> {
  const files = await storeContents(tx, content.files);
  const id = await newNoteId(tx);
  const saved = await add(tx, context, type, row, { id, body, visibility, quoted: content.quoted });
  await attach(tx, id, files);
  return { row: saved, noteId: id };
}

/** Returns undefined if the record was deleted meanwhile. The bytes are charged to the record only. */
export async function addMail(
  tx: Tx,
  request: Context,
  type: AnyNotedType,
  id: string,
  { incoming, visibility }: { incoming: Incoming; visibility: NoteToAdd['visibility'] },
): Promise<(Added & { context: Context }) | undefined> {
  const locked = await lockIf(tx, request, type, id, ({ deleted_at }) => deleted_at === null);
  if (!locked) return undefined;
  const { before, context } = locked;
  const content = await readContent(tx, incoming, id);
  const added = await addWith(tx, context, type, before, {
    visibility,
    add: addAny,
    body: content.body,
    content,
  });
  return { ...added, context };
}

const BODIES = {
  files: 'Attachments of the mail.',
  quoted: 'Text that the mail quotes.',
  both: 'Attachments of the mail, and the text that it quotes.',
};

/** The text of the mail is the description of the new record, so its note has only what a description cannot have. */
export async function addRest(
  tx: Tx,
  context: Context,
  type: AnyNotedType,
  row: NotedRow,
  content: MailContent,
): Promise<Added | undefined> {
  const { files, quoted } = content;
  if (files.length === 0 && !quoted) return undefined;
  const one = quoted ? 'quoted' : 'files';
  const body = BODIES[files.length > 0 && quoted ? 'both' : one];
  return addWith(tx, context, type, row, { visibility: 'public', add: addOnly, body, content });
}
