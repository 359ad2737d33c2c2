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
  findPeopleBehind,
  mayReadNote,
  readParticipants,
  stateColumnOf,
  type VersionedRow,
} from '../../records/index.ts';
import { findAddresses } from '../mentions/mentions.sql.ts';
import { isWatcher } from '../participants.service.ts';
import { type News, noticeOf, type NoticeType } from './notices.content.ts';
import { findNotified, lockNotices, queueNotices, type UpdateReference } from './notices.sql.ts';
import { findTakingPart, readUpdate, type Update } from './notices.update.ts';

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
      chain: context.chain,
    });
  };

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
  /** These sets have the keys of people. */
  readonly #notified: Set<string>;
  readonly #takingPart: ReadonlySet<string>;

  constructor(
    tx: Tx,
    deps: Deps,
    reference: UpdateReference,
    update: Update,
    { notified, takingPart }: Record<'notified' | 'takingPart', Set<string>>,
  ) {
    this.#tx = tx;
    this.#deps = deps;
    this.#reference = reference;
    this.#update = update;
    this.#notified = notified;
    this.#takingPart = takingPart;
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
      await this.#sendOne(type, email, news, this.#takingPart.has(id));
    }
  }

  async #sendOne(type: NoticeType, email: string, news: News, takePart: boolean): Promise<void> {
    const { version, caller, request_id: requestId, without_mail, chain } = this.#reference;
    const { type: recordType, row } = this.#update;
    const { config, now } = this.#deps;
    const actor = { id: caller, email: this.#update.author, roles: [] };
    await sendNotification(
      this.#tx,
      { actor, requestId, chain, now: now(), ...(without_mail && { withoutMail: true }) },
      {
        ...noticeOf(recordType, row, type, news, config.BASE_URL),
        record: { type: recordType.type, id: row.id, version },
        people: [email],
        mailTo: [email],
        takePart,
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
    const participants = await readParticipants(tx, reference.id);
    const takingPart = await findTakingPart(tx, update, participants);
    const notices = new Notices(tx, deps, reference, update, { notified, takingPart });
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
    const watchers = participants.filter(isWatcher);
    await notices.send(
      'watched.updated',
      watchers.map(({ email }) => email),
      (news) => (news.state || news.note ? news : undefined),
    );
  });
