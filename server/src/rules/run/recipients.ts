// Finds who gets the messages of actions: people who may read the record now. Their mails are checked again when they are sent.
import { findReaders, groupAddress, groupMembers } from '../../identity/index.ts';
import { distinctPeople } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { type NotedType, readParticipants } from '../../records/index.ts';
import type { Message, Row } from '../actions/draft.ts';

type Type = NotedType<Row, never>;

const requesterOf = ({ requesterColumns = [] }: Type, row: Row): string | null =>
  requesterColumns.map((column) => row[column] as string | null).find((one) => one !== null) ??
  null;

const readersAmong = async (
  tx: Tx,
  type: Type,
  row: Row,
  people: readonly string[],
): Promise<string[]> =>
  (await findReaders(tx, type, row, distinctPeople(people))).map(({ given }) => given);

/** The addresses that a role stands for. The requester and the address of the group need no right to read. */
const addressesOfRole: Readonly<
  Record<string, (tx: Tx, type: Type, row: Row) => Promise<readonly (string | null)[]>>
> = {
  requester: async (_tx, type, row) => [requesterOf(type, row)],
  group: async (tx, _type, row) => [
    row.assignment_group === null ? null : await groupAddress(tx, row.assignment_group),
  ],
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

/** Returns distinct addresses. */
export async function recipientsOf(
  tx: Tx,
  type: Type,
  row: Row,
  { action, people, groups }: Message,
): Promise<string[]> {
  const named = await readersAmong(tx, type, row, people);
  const others: (string | null)[] = [];
  for (const group of groups)
    others.push(
      ...(action === 'mail'
        ? ((await addressesOfRole[group]?.(tx, type, row)) ?? [])
        : await readersAmong(tx, type, row, await groupMembers(tx, group))),
    );
  return distinctPeople([...named, ...others].filter((one) => one !== null));
}
