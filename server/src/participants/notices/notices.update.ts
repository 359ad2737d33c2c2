// Reads an update from its audit entries: what it changed, its notes, and who took part in the record before.
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  type AnyRecordType,
  findNotes,
  findPeopleBehind,
  type NoteRow,
  type Participant,
  stateColumnOf,
  typeNamed,
  type VersionedRow,
} from '../../records/index.ts';
import type { StateChange } from './notices.content.ts';
import { readEntries, type UpdateReference } from './notices.sql.ts';

type Row = VersionedRow & Record<string, unknown>;

export interface Update {
  type: AnyRecordType;
  row: Row;
  author: string;
  state: StateChange | null;
  notes: readonly NoteRow[];
  /** These people became watchers by the update itself. */
  added: readonly string[];
}

const addressesAdded = (from: unknown, to: unknown): string[] =>
  (to as string[]).filter((address) => !(from as string[]).includes(address));

/** Returns undefined if there is no such record any more. A state that the record has left again is no news. */
export async function readUpdate(tx: Tx, reference: UpdateReference): Promise<Update | undefined> {
  const type = typeNamed(reference.type);
  const row: Row | undefined = await type?.table.find(tx, reference.id);
  const entries = await readEntries(tx, reference);
  const author = entries[0]?.actor;
  if (!type || !row || author === undefined) return undefined;
  const column = stateColumnOf(type) ?? '';
  const moves = entries.flatMap(({ changes }) => changes?.[column] ?? []);
  const [from, to] = [moves[0]?.from, moves.at(-1)?.to];
  const isMoved = from !== to && to === row[column];
  const watchers = entries.flatMap(({ changes }) => changes?.['watchers'] ?? []);
  const ids = entries.flatMap(({ changes }) => (changes?.['work_note']?.to as string) ?? []);
  return {
    type,
    row,
    author,
    state: isMoved ? { from: from as string, to: to as string } : null,
    notes: ids.length === 0 ? [] : await findNotes(tx, ids),
    added: watchers.flatMap((change) => addressesAdded(change.from, change.to)),
  };
}

/** Returns the keys of the requester, and of those who took part before the update. */
export async function findTakingPart(
  tx: Tx,
  { type, row, added }: Update,
  participants: readonly Participant[],
): Promise<Set<string>> {
  const { requesterColumns = [] } = type;
  const requesters = requesterColumns.flatMap((column) => (row[column] as string | null) ?? []);
  const people = await findPeopleBehind(tx, [...requesters, ...added]);
  const isAdded = (one: string) =>
    people.slice(requesters.length).some(({ person }) => person === one);
  const earlier = participants.map(({ person }) => person).filter((one) => !isAdded(one));
  return new Set([...people.slice(0, requesters.length).map(({ person }) => person), ...earlier]);
}
