// The timeline becomes a conversation: messages oldest first, with a line between them wherever the record moved on.
// Changes of fields, the clock and the assistant are left out.
import type { Attachment, TimelineEntry } from '../../api/index.ts';
import { isFilesNote } from '../../words/index.ts';
import { moveText } from './conversation.words.ts';

export interface Message {
  kind: 'message';
  key: string;
  author: string;
  isMine: boolean;
  at: string;
  text: string;
  /** The files belong to this note. */
  noteId?: string | undefined;
  attachments: readonly Attachment[];
}

interface Milestone {
  kind: 'milestone';
  key: string;
  at: string;
  text: string;
}

export type Item = Message | Milestone;

export interface Opening {
  opener: string;
  created_at: string;
  title: string;
  description: string | null;
}

export interface Reader {
  me: string;
  nameOf: (address: string) => string;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The person who moved the record explains it in one of these fields. */
const explained: Readonly<Record<string, string>> = {
  resolved: 'resolution',
  approved: 'decision_comment',
  rejected: 'decision_comment',
};

const textIn = ({ changes }: TimelineEntry, field: string | undefined): string => {
  const text = field === undefined ? undefined : changes?.[field]?.to;
  return typeof text === 'string' ? text.trim() : '';
};

const noteMessage = (entry: TimelineEntry, { me }: Reader): Message[] => {
  const { note } = entry;
  if (!note) return [];
  const { id, author, body, attachments } = note;
  const isMine = isSame(author, me);
  const message = { author, isMine, at: entry.at, text: body, noteId: id, attachments };
  return [{ kind: 'message', key: id, ...message }];
};

/** An update that passes through several states is one request; only the last of its moves is told. */
const isPassed = (entry: TimelineEntry, index: number, entries: readonly TimelineEntry[]) =>
  entries
    .slice(index + 1)
    .some(({ request_id, changes }) => request_id === entry.request_id && changes?.['state']);

function itemsOf(
  entry: TimelineEntry,
  index: number,
  entries: readonly TimelineEntry[],
  reader: Reader,
): Item[] {
  const notes = noteMessage(entry, reader);
  const state = entry.changes?.['state']?.to;
  const isMine = isSame(entry.actor, reader.me);
  const who = isMine ? undefined : reader.nameOf(entry.actor);
  const line =
    state === undefined || isPassed(entry, index, entries) ? undefined : moveText(entry, who);
  if (line === undefined) return notes;
  const milestone: Milestone = { kind: 'milestone', key: entry.id, at: entry.at, text: line };
  const text = textIn(entry, explained[String(state)]);
  const isRepeated = entries.some(
    ({ request_id, note }) => request_id === entry.request_id && note?.body.trim() === text,
  );
  const explanation: Message[] =
    text === '' || isRepeated
      ? []
      : [
          {
            kind: 'message',
            key: `${entry.id} text`,
            author: entry.actor,
            isMine,
            at: entry.at,
            text,
            attachments: [],
          },
        ];
  // My own message moved the record; the line of somebody else introduces theirs.
  return isMine ? [...notes, milestone, ...explanation] : [milestone, ...notes, ...explanation];
}

/** The text of the report is the first message, with the files that were sent along. */
function withOpening(items: readonly Item[], opening: Opening, { me }: Reader): Item[] {
  const { opener, created_at, title, description } = opening;
  const files = items.find(
    (item): item is Message =>
      item.kind === 'message' && isSame(item.author, opener) && isFilesNote(item.text),
  );
  const text = description?.trim() ? description : title;
  const first: Message = {
    kind: 'message',
    key: 'opening',
    author: opener,
    isMine: isSame(opener, me),
    at: created_at,
    text,
    noteId: files?.noteId,
    attachments: files?.attachments ?? [],
  };
  return [first, ...items.filter((item) => item !== files)];
}

/** Entries are ordered newest first; the report itself is shown once the oldest of them are loaded. */
export function conversationOf(
  newestFirst: readonly TimelineEntry[],
  opening: Opening | undefined,
  reader: Reader,
): Item[] {
  const entries = newestFirst.toReversed();
  const items = entries.flatMap((entry, index) => itemsOf(entry, index, entries, reader));
  return opening ? withOpening(items, opening, reader) : items;
}

export interface Day {
  /** The day is its midnight, in milliseconds. */
  day: number;
  items: (Item & { isContinued: boolean })[];
}

const CONTINUED_MS = 5 * 60_000;

/** A message that follows another of the same author within minutes does not repeat the name. */
const continues = (item: Item, before: Item | undefined): boolean =>
  item.kind === 'message' &&
  before?.kind === 'message' &&
  isSame(item.author, before.author) &&
  Date.parse(item.at) - Date.parse(before.at) < CONTINUED_MS;

/** `dayOf` returns midnight in the zone of the reader. */
export function daysOf(items: readonly Item[], dayOf: (iso: string) => number): Day[] {
  const days: Day[] = [];
  for (const item of items) {
    const day = dayOf(item.at);
    const last = days.at(-1);
    if (last?.day === day)
      last.items.push({ ...item, isContinued: continues(item, last.items.at(-1)) });
    else days.push({ day, items: [{ ...item, isContinued: false }] });
  }
  return days;
}
