// Decides once, before the first attempt, which recipients may get a mail, and records suppressed ones in the timeline.
import { emit } from '../../events/index.ts';
import { mailableOf } from '../../identity/index.ts';
import { distinctPeople } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { SuppressionReason } from '../notifications.catalogue.ts';
import { countRecipients } from './mails.limit.sql.ts';
import { lockWaiting, saveAdmission, type WaitingMail } from './mails.sql.ts';
import { findUndeliverable } from './undeliverable.sql.ts';

/** The service itself is the actor of audit entries about mail. */
export const mailAuditContext = (
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { request_id: requestId }: Pick<WaitingMail, 'request_id'>,
) => ({
  actor: { id: 'signalbox', email: config.MAIL_FROM, roles: [] },
  requestId,
  now: now(),
});

type AuditContext = ReturnType<typeof mailAuditContext>;

/** Adds an audit entry to the record that the mail is about. */
export const emitMail = (
  tx: Tx,
  context: AuditContext,
  mail: WaitingMail,
  kind: 'notification.mailed' | 'notification.suppressed',
  notification: { recipients: readonly string[]; reason?: SuppressionReason },
): Promise<void> =>
  mail.content.onlyReaders?.isUnlisted
    ? Promise.resolve()
    : emit(tx, context, {
        record: { type: mail.record_type, id: mail.record_id, version: mail.record_version },
        kind,
        changes: { notification: { from: null, to: { type: mail.type, ...notification } } },
        events: [],
      });

async function decideRecipients(
  tx: Tx,
  context: AuditContext,
  mail: WaitingMail,
): Promise<WaitingMail> {
  const { wanting, caller, created_at: at } = mail;
  const found = await mailableOf(tx, wanting);
  const allowedPeople = distinctPeople(found.map(({ address }) => address));
  const undeliverable = await findUndeliverable(tx, allowedPeople);
  const mailable = allowedPeople.filter((address) => !undeliverable.has(address));
  const allowed =
    caller === null || mailable.length === 0
      ? mailable.length
      : await countRecipients(tx, { caller, at, requested: mailable.length });
  const recipients = mailable.slice(0, allowed);
  const suppressed: Record<Exclude<SuppressionReason, 'not_readable'>, string[]> = {
    recipient_not_allowed: wanting.filter((one) => !found.some(({ given }) => given === one)),
    undeliverable: [...undeliverable],
    hourly_limit: mailable.slice(allowed),
  };
  await saveAdmission(tx, mail.id, recipients);
  for (const [reason, addresses] of Object.entries(suppressed)) {
    if (addresses.length === 0) continue;
    const notification = { recipients: addresses, reason: reason as SuppressionReason };
    await emitMail(tx, context, mail, 'notification.suppressed', notification);
  }
  return { ...mail, wanting: recipients, pending: recipients, admitted: true };
}

/** Returns the mail with its allowed recipients; undefined if it has ended. */
export const admitMail = (deps: Deps, mailId: string): Promise<WaitingMail | undefined> =>
  transact(deps, async (tx) => {
    const mail = await lockWaiting(tx, mailId);
    return mail && !mail.admitted ? decideRecipients(tx, mailAuditContext(deps, mail), mail) : mail;
  });
