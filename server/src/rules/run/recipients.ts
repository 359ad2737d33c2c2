// Finds who gets the messages of actions: people who may read the record now. Their mails are checked again when they are sent.
import { findReaders, groupAddress, groupMembers } from '../../identity/index.ts';
import { distinctPeople } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type NotedType, readParticipants, requesterOf } from '../../records/index.ts';
import type { Message, Row } from '../actions/draft.ts';

type Type = NotedType<Row, never>;

const readersAmong = async (
  tx: Tx,
  type: Type,
  row: Row,
  people: readonly string[],
): Promise<string[]> =>
  (await findReaders(tx, type, row, distinctPeople(people))).map(({ given }) => given);

type FindAddresses = (tx: Tx, type: Type, row: Row) => Promise<readonly (string | null)[]>;

/** The requester and the address of the group take part in the record, and need no right to read. */
const takingPart: Readonly<Record<string, FindAddresses>> = {
  requester: async (_tx, type, row) => [requesterOf(type, row)],
  group: async (tx, _type, row) => [
    row.assignment_group === null ? null : await groupAddress(tx, row.assignment_group),
  ],
};

const readingRoles: Readonly<Record<string, FindAddresses>> = {
  assignee: (tx, type, row) =>
    row.assigned_to ? readersAmong(tx, type, row, [row.assigned_to]) : Promise.resolve([]),
  watchers: async (tx, type, row) => {
    if (row.id === undefined) return [];
    const participants = await readParticipants(tx, row.id);
    const watchers = participants.filter(({ kind }) => kind === 'watcher');
    return readersAmong(
      tx,
      type,
      row,
      watchers.map(({ email }) => email),
    );
  },
};

export interface Recipients {
  /** They may read the record now; a mail is sent only to those who still may then. */
  readers: readonly string[];
  participants: readonly string[];
}

/** Returns each address once. */
export async function recipientsOf(
  tx: Tx,
  type: Type,
  row: Row,
  { action, people, groups }: Message,
): Promise<Recipients> {
  const readers: (string | null)[] = await readersAmong(tx, type, row, people);
  const participants: (string | null)[] = [];
  for (const group of groups) {
    if (action === 'notify')
      readers.push(...(await readersAmong(tx, type, row, await groupMembers(tx, group))));
    readers.push(...((await readingRoles[group]?.(tx, type, row)) ?? []));
    participants.push(...((await takingPart[group]?.(tx, type, row)) ?? []));
  }
  const distinct = (some: readonly (string | null)[]) =>
    distinctPeople(some.filter((one) => one !== null));
  const taking = distinct(participants);
  // Participants come first, so that nobody is among both.
  return {
    readers: distinct([...taking, ...readers]).slice(taking.length),
    participants: taking,
  };
}
