// To whom a public note was mailed, and what became of each mail. The mails themselves are deleted soon after they were sent.
import type { Db, Tx } from '../../platform/postgres/tables.ts';

export const noteMailStates = {
  waiting: 'it is not sent yet',
  failed: 'the mail server of the recipient refused it, or did not accept it in time',
  skipped: 'the recipient may not be mailed, or does not want such mail',
  sent: 'the mail server has accepted it',
} as const;
export type NoteMailState = keyof typeof noteMailStates;

interface NoteMailsTable {
  mail_id: string;
  note_id: string;
  recipient: string;
  state: NoteMailState;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    note_mails: NoteMailsTable;
  }
}

export type NoteMail = Pick<NoteMailsTable, 'note_id' | 'recipient' | 'state'>;

export async function insertNoteMails(
  tx: Tx,
  noteId: string,
  mails: readonly Pick<NoteMailsTable, 'mail_id' | 'recipient'>[],
): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => ({ ...mail, note_id: noteId, state: 'waiting' as const }));
  await tx.insertInto('note_mails').values(rows).execute();
}

export const saveNoteMail = (
  tx: Tx,
  mailId: string,
  mail: Partial<Pick<NoteMailsTable, 'recipient' | 'state'>>,
): Promise<unknown> =>
  tx.updateTable('note_mails').set(mail).where('mail_id', '=', mailId).execute();

/** Returns the mails of these notes in the order in which they were queued. */
export const mailsOfNotes = (db: Db | Tx, noteIds: readonly string[]): Promise<NoteMail[]> =>
  db
    .selectFrom('note_mails')
    .select(['note_id', 'recipient', 'state'])
    .where('note_id', 'in', noteIds)
    .orderBy('mail_id')
    .execute();
