// After the commit of an update, notifies the people whom its notes mention and those who watch the record. Each gets one
// notification of an update, so somebody who got another one of it, such as the assignee, gets none here.
import { findReaders } from '../../identity/index.ts';
import { sendNotification } from '../../notifications/index.ts';
import type { AuditContext, Context, Viewer } from '../../platform/context.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import {
  type AddedByUpdate,
  type AnyRecordType,
  findNotes,
  findPeopleBehind,
  mayReadNote,
  type NoteRow,
  readParticipants,
  stateColumnOf,
  typeNamed,
  type VersionedRow,
} from '../../records/index.ts';
import { findAddresses } from '../mentions/mentions.sql.ts';
import { isWatcher } from '../participants.service.ts';
import { type News, noticeOf, type NoticeType, type StateChange } from './notices.content.ts';
import {
  findNotified,
  lockNotices,
  queueNotices,
  readEntries,
  type UpdateReference,
} from './notices.sql.ts';

type Row = VersionedRow & Record<string, unknown>;

/** Runs in the transaction of each save of a record that may have watchers. */
export const queueForUpdate =
  (type: AnyRecordType) =>
  async (
    tx: Tx,
    before: Row | null,
    after: Row,
    context: AuditContext & Pick<Context, 'withoutMail'>,
    { notes, mentions }: AddedByUpdate,
  ): Promise<void> => {
    if (before === null || context.isDryRun) return;
    const column = stateColumnOf(type);
    const isMoved = column !== undefined && before[column] !== after[column];
    if (!isMoved && notes.length === 0) return;
    await queueNotices(tx, {
      type: type.type,
      id: after.id,
      version: after.version,
      at: after.updated_at,
      request_id: context.requestId,
      caller: context.actor.id,
      mentions,
      without_mail: context.withoutMail === true,
    });
  };

interface Update {
  type: AnyRecordType;
  row: Row;
  author: string;
  state: StateChange | null;
  notes: readonly NoteRow[];
}

/** Returns undefined if there is no such record any more. A state that the record has left again is no news. */
async function readUpdate(tx: Tx, reference: UpdateReference): Promise<Update | undefined> {
  const type = typeNamed(reference.type);
  const row: Row | undefined = await type?.table.find(tx, reference.id);
  const entries = await readEntries(tx, reference);
  const author = entries[0]?.actor;
  if (!type || !row || author === undefined) return undefined;
  const column = stateColumnOf(type) ?? '';
  const moves = entries.flatMap(({ changes }) => changes?.[column] ?? []);
  const [from, to] = [moves[0]?.from, moves.at(-1)?.to];
  const isMoved = from !== to && to === row[column];
  const ids = entries.flatMap(({ changes }) => (changes?.['work_note']?.to as string) ?? []);
  return {
    type,
    row,
    author,
    state: isMoved ? { from: from as string, to: to as string } : null,
    notes: ids.length === 0 ? [] : await findNotes(tx, ids),
  };
}

const newsFor = ({ type, state, notes }: Update, viewer: Viewer): News => ({
  state,
  note: notes.findLast((note) => type.notes && mayReadNote(type.notes, note, viewer)) ?? null,
});

/** Sends to each reader apart, so that the mail names nobody else who follows the record. */
class Notices {
  readonly #tx: Tx;
  readonly #deps: Deps;
  readonly #reference: UpdateReference;
  readonly #update: Update;
  readonly #notified: Set<string>;

  constructor(
    tx: Tx,
    deps: Deps,
    reference: UpdateReference,
    update: Update,
    notified: Set<string>,
  ) {
    this.#tx = tx;
    this.#deps = deps;
    this.#reference = reference;
    this.#update = update;
    this.#notified = notified;
  }

  async send(
    type: NoticeType,
    addresses: readonly string[],
    select: (news: News, viewer: Viewer) => News | undefined,
  ): Promise<void> {
    const { type: recordType, row } = this.#update;
    for (const { viewer } of await findReaders(this.#tx, recordType, row, addresses)) {
      const { id, email } = viewer.actor;
      const news = select(newsFor(this.#update, viewer), viewer);
      if (!news || this.#notified.has(id)) continue;
      this.#notified.add(id);
      await this.#sendOne(type, email, news);
    }
  }

  async #sendOne(type: NoticeType, email: string, news: News): Promise<void> {
    const { version, caller, request_id: requestId, without_mail } = this.#reference;
    const { type: recordType, row } = this.#update;
    const { config, now } = this.#deps;
    const actor = { id: caller, email: this.#update.author, roles: [] };
    await sendNotification(
      this.#tx,
      { actor, requestId, now: now(), ...(without_mail && { withoutMail: true }) },
      {
        ...noticeOf(recordType, row, type, news, config.BASE_URL),
        record: { type: recordType.type, id: row.id, version },
        people: [email],
        mailTo: [email],
      },
    );
  }
}

export const notifyOfUpdate = (deps: Deps, reference: UpdateReference): Promise<void> =>
  transact(deps, async (tx) => {
    await lockNotices(tx, reference);
    const update = await readUpdate(tx, reference);
    if (!update) return;
    const notified = await findNotified(tx, reference);
    for (const { person } of await findPeopleBehind(tx, [update.author])) notified.add(person);
    const notices = new Notices(tx, deps, reference, update, notified);
    const addresses = await findAddresses(
      tx,
      reference.mentions.map(({ user_id }) => user_id),
    );
    for (const { note_id, user_id } of reference.mentions) {
      const address = addresses.get(user_id);
      const note = update.notes.find(({ id }) => id === note_id);
      const { notes } = update.type;
      if (address === undefined || !note || !notes) continue;
      await notices.send('mention', [address], (_news, viewer) =>
        mayReadNote(notes, note, viewer) ? { state: null, note } : undefined,
      );
    }
    const watchers = (await readParticipants(tx, reference.id)).filter(isWatcher);
    await notices.send(
      'watched.updated',
      watchers.map(({ email }) => email),
      (news) => (news.state || news.note ? news : undefined),
    );
  });
