// Finds out which people may read a record now. People whom no user stands for have no rights that are known here.
import type { Viewer } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { type AnyRecordType, isVisible, type VersionedRow, viewerOf } from '../../records/index.ts';
import { findActivePeople } from './readers.sql.ts';

interface Reader {
  /** The caller names the person by this address, which may be a former one. */
  given: string;
  viewer: Viewer;
}

/** Returns the active users among these people who may read the record, in the same order. */
export async function findReaders(
  db: Db | Tx,
  type: AnyRecordType,
  row: VersionedRow,
  addresses: readonly string[],
): Promise<Reader[]> {
  const people = await findActivePeople(db, addresses);
  return people.flatMap(({ given, id, email, previous_emails: formerEmails, roles }) => {
    const viewer = viewerOf(type, { actor: { id, email, formerEmails, roles } });
    return viewer && isVisible(type, row, viewer) ? [{ given, viewer }] : [];
  });
}
