// The mail of a public note quotes the public notes before it, to people who may read them when it is sent.
import { findReaders } from '../../identity/index.ts';
import { isSamePerson } from '../../platform/context.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import { findPublicNotesBefore, typeNamed, type VersionedRow } from '../../records/index.ts';
import type { EarlierNote } from './email-content.ts';
import type { WaitingMail } from './mails.sql.ts';

const MAX_QUOTED = 10;

/** Returns the earlier notes, the newest first; none if one of the recipients might not read them. */
export async function readConversation(
  db: Db,
  { content: { note }, wanting, record_type, record_id }: WaitingMail,
): Promise<EarlierNote[]> {
  if (!note?.quotesEarlier) return [];
  const type = typeNamed(record_type);
  const row: (VersionedRow & Record<string, unknown>) | undefined = await type?.table.find(
    db,
    record_id,
  );
  if (!type || !row) return [];
  // A requester may be somebody without a user.
  const isRequester = (address: string) =>
    (type.requesterColumns ?? []).some((column: string) => {
      const requester = row[column];
      return typeof requester === 'string' && isSamePerson(requester, address);
    });
  const others = wanting.filter((address) => !isRequester(address));
  const readers = others.length === 0 ? [] : await findReaders(db, type, row, others);
  if (readers.length < others.length) return [];
  return findPublicNotesBefore(db, { recordId: record_id, noteId: note.id, limit: MAX_QUOTED });
}
