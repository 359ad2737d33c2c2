// Stores what a draft does besides changing fields: notes, watchers, notifications and mails.
import type { Cause, FieldDiff } from '../../events/index.ts';
import { findReaders } from '../../identity/index.ts';
import { sendNotification } from '../../notifications/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  type AddedNote,
  type AnyAutomation,
  findPeopleBehind,
  insertNote,
  insertParticipants,
  MAX_PARTICIPANTS,
  newNoteIds,
  type NoteVia,
  readParticipants,
  recordUrls,
} from '../../records/index.ts';
import type { Draft, Message, Row } from '../actions/draft.ts';
import { type Recipients, recipientsOf } from './recipients.ts';
import { renderText } from './texts.ts';

type Addressed = Message & Recipients;

/** A draft that is ready to be stored. */
export interface Effects {
  /** Messages without a text show this name of the rule or macro. */
  name: string;
  draft: Draft;
  noteIds: readonly string[];
  messages: readonly Addressed[];
  watchers: readonly string[];
  /** These keys stand for the people behind the watchers, whatever their addresses. */
  people: readonly string[];
  /** The entry records these changes. */
  also: FieldDiff;
}

type Skipped = NonNullable<Cause['skipped']>[number];

/** Returns the watchers that are new, and the change of the list. */
async function newWatchers(
  tx: Tx,
  { type }: AnyAutomation,
  row: Row,
  wanted: readonly string[],
  earlier: readonly Effects[],
): Promise<Pick<Effects, 'watchers' | 'people' | 'also'> & { skipped: Skipped[] }> {
  if (wanted.length === 0) return { watchers: [], people: [], also: {}, skipped: [] };
  const readers = await findReaders(tx, type, row, wanted);
  const stored = row.id === undefined ? [] : await readParticipants(tx, row.id);
  const known = await findPeopleBehind(
    tx,
    readers.map(({ given }) => given),
  );
  const own = stored.filter(({ kind }) => kind === 'watcher');
  const addedEarlier = earlier.flatMap(({ watchers }) => watchers);
  const from = [...own.map(({ email }) => email), ...addedEarlier];
  const watching = new Set([
    ...own.map(({ person }) => person),
    ...earlier.flatMap(({ people }) => people),
  ]);
  const room = MAX_PARTICIPANTS - stored.length - addedEarlier.length;
  const fresh = known
    .filter(({ person }, at) => at === known.findIndex((other) => other.person === person))
    .filter(({ person }) => !watching.has(person));
  const added = fresh.slice(0, room);
  const watchers = added.map(({ email }) => email);
  const refused = wanted.filter((one) => !readers.some(({ given }) => given === one));
  return {
    watchers,
    people: added.map(({ person }) => person),
    also: added.length > 0 ? { watchers: { from, to: [...from, ...watchers] } } : {},
    skipped: [
      ...refused.map((one) => ({
        action: 'add_watcher',
        code: 'not_readable',
        message: `No active user with the address ${one} may read the record.`,
      })),
      ...fresh.slice(added.length).map(({ email }) => ({
        action: 'add_watcher',
        code: 'too_many_participants',
        message: `${email} does not watch: a record has at most ${MAX_PARTICIPANTS} participants besides the requester.`,
      })),
    ],
  };
}

const allOf = ({ readers, participants }: Recipients): string[] => [...participants, ...readers];

/** Finds recipients and watchers; what reaches nobody is skipped. `earlier` are the effects of the rules before. */
export async function prepareEffects(
  tx: Tx,
  automation: AnyAutomation,
  name: string,
  draft: Draft,
  earlier: readonly Effects[] = [],
): Promise<Effects> {
  const messages: Addressed[] = [];
  for (const message of draft.messages) {
    const recipients = await recipientsOf(tx, automation.type, draft.row, message);
    if (allOf(recipients).length > 0) messages.push({ ...message, ...recipients });
    else
      draft.skipped.push({
        action: message.action,
        code: 'nobody',
        message: 'Nobody whom the action names may read the record.',
      });
  }
  const { skipped, ...watching } = await newWatchers(
    tx,
    automation,
    draft.row,
    draft.watchers,
    earlier,
  );
  draft.skipped.push(...(skipped as Draft['skipped']));
  const noteIds = await newNoteIds(tx, draft.notes.length);
  return { name, draft, noteIds, messages, ...watching };
}

/** Returns the members of the cause that tell what the actions did besides changing fields. */
export const explainEffects = ({ draft, messages }: Effects): Pick<Cause, 'skipped' | 'sent'> => ({
  ...(draft.skipped.length > 0 && { skipped: draft.skipped }),
  ...(messages.length > 0 && {
    sent: messages.map((message) => ({ action: message.action, recipients: allOf(message) })),
  }),
});

/** The texts of a new record may name its id. */
export const notesOf = (
  { draft, noteIds }: Effects,
  { type }: AnyAutomation,
  { author, id }: { author: string; id: string },
): AddedNote[] =>
  draft.notes.map(({ visibility, text }, at) => ({
    id: noteIds[at] ?? '',
    visibility,
    author,
    body: renderText(text, type, { ...draft.row, id }),
  }));

async function send(
  tx: Tx,
  context: Context,
  { type }: AnyAutomation,
  row: Row,
  { name, messages }: Effects,
): Promise<void> {
  const urls = recordUrls(type, row.id, context.baseUrl);
  const link = { label: `Open ${row.id}`, url: urls.html_url };
  for (const { action, readers, participants, subject, text } of messages) {
    const body =
      text === undefined ? `${name}: ${row.short_description}` : renderText(text, type, row);
    const title = subject === undefined ? body : renderText(subject, type, row);
    const content = { subject: title, lines: body.split('\n'), link };
    const message = {
      type: 'rule.message' as const,
      record: { type: type.type, id: row.id, version: row.version },
      data: {
        record: { type: type.type, id: row.id },
        short_description: row['short_description'],
        rule: name,
        text: body,
        ...urls,
      },
    };
    const isMail = action === 'mail';
    await sendNotification(tx, context, {
      ...message,
      people: isMail ? [] : readers,
      mailTo: isMail ? readers : [],
      content: { ...content, onlyReaders: { notes: [] } },
    });
    if (isMail)
      await sendNotification(tx, context, {
        ...message,
        people: [],
        mailTo: participants,
        content,
      });
  }
}

interface Written {
  notes: readonly AddedNote[];
  via: NoteVia | null;
}

/** Stores and sends the effects after the record is saved. */
export async function storeEffects(
  tx: Tx,
  context: Context,
  automation: AnyAutomation,
  row: Row,
  effects: Effects,
  { notes, via }: Written,
): Promise<void> {
  const created_at = context.now.toISOString();
  for (const { id, body, visibility, author, isResponse = false } of notes)
    await insertNote(tx, {
      id,
      body,
      visibility,
      author,
      record_id: row.id,
      created_at,
      is_response: isResponse,
      via,
    });
  await insertParticipants(
    tx,
    row.id,
    effects.watchers.map((email) => ({ kind: 'watcher', email, source: 'added' })),
    { email: context.actor.email, at: created_at },
  );
  await send(tx, context, automation, row, effects);
}
