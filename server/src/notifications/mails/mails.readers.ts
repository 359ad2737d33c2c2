// A mail that quotes a record for its readers is sent only to those who may read it at that moment.
import { findReaders } from '../../identity/index.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import { findNotes, mayReadNote, typeNamed, type VersionedRow } from '../../records/index.ts';
import type { WaitingMail } from './mails.sql.ts';

interface Readers {
  mail: WaitingMail;
  /** These people may no longer read the record, or one of the notes. */
  lost: readonly string[];
}

/** Returns the mail with those recipients who may read what it quotes. */
export async function keepReaders(db: Db, mail: WaitingMail): Promise<Readers> {
  const { content, wanting, record_type, record_id } = mail;
  if (!content.onlyReaders || wanting.length === 0) return { mail, lost: [] };
  const { notes: ids } = content.onlyReaders;
  const type = typeNamed(record_type);
  const row: VersionedRow | undefined = await type?.table.find(db, record_id);
  const notes = ids.length === 0 ? [] : await findNotes(db, ids);
  const readers = type && row ? await findReaders(db, type, row, wanting) : [];
  const reading = new Set(
    readers.flatMap(({ given, viewer }) =>
      notes.length === ids.length &&
      notes.every((note) => type?.notes && mayReadNote(type.notes, note, viewer))
        ? [given]
        : [],
    ),
  );
  return {
    mail: { ...mail, wanting: wanting.filter((one) => reading.has(one)) },
    lost: wanting.filter((one) => !reading.has(one)),
  };
}
