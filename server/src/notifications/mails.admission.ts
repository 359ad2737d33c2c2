// Whether a mail may go out: decided once, before its first attempt, together with what the timeline says of it.
import { emit } from '../events/index.ts';
import { mailableOf } from '../identity/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { transact } from '../platform/postgres/transaction.ts';
import type { SuppressionReason } from './notifications.catalogue.ts';
import { takeRecipients } from './mails.limit.sql.ts';
import { lockWaiting, saveAdmission, type WaitingMail } from './mails.sql.ts';

/** The service itself, in entries about mail. */
export const mailCause = (
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { request_id: requestId }: Pick<WaitingMail, 'request_id'>,
) => ({
  actor: { id: 'signalbox', email: config.MAIL_FROM, roles: [] },
  requestId,
  now: now(),
});

type AuditContext = ReturnType<typeof mailCause>;

/** An entry of the mail's record. */
export const emitMail = (
  tx: Tx,
  cause: AuditContext,
  mail: WaitingMail,
  kind: 'notification.mailed' | 'notification.suppressed',
  notification: { recipients: readonly string[]; reason?: SuppressionReason },
): Promise<void> =>
  emit(tx, cause, {
    record: { type: mail.record_type, id: mail.record_id, version: mail.record_version },
    kind,
    changes: { notification: { from: null, to: { type: mail.type, ...notification } } },
    events: [],
  });

async function admit(tx: Tx, cause: AuditContext, mail: WaitingMail): Promise<WaitingMail> {
  const { wanting, caller, created_at: at } = mail;
  const known = await mailableOf(tx, wanting);
  const room =
    caller === null || known.length === 0
      ? known.length
      : await takeRecipients(tx, { caller, at, wanted: known.length });
  const admitted = known.slice(0, room);
  const suppressed: Record<SuppressionReason, string[]> = {
    recipient_not_allowed: wanting.filter((address) => !known.includes(address)),
    hourly_limit: known.slice(room),
  };
  await saveAdmission(tx, mail.id, admitted);
  for (const [reason, recipients] of Object.entries(suppressed)) {
    if (recipients.length === 0) continue;
    const notification = { recipients, reason: reason as SuppressionReason };
    await emitMail(tx, cause, mail, 'notification.suppressed', notification);
  }
  return { ...mail, wanting: admitted, pending: admitted, admitted: true };
}

/** The mail with those recipients who may get it. Undefined if it has ended. */
export const admitted = (deps: Deps, mailId: string): Promise<WaitingMail | undefined> =>
  transact(deps, async (tx) => {
    const mail = await lockWaiting(tx, mailId);
    return mail && !mail.admitted ? admit(tx, mailCause(deps, mail), mail) : mail;
  });
