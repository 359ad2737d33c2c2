// Creates a notification in the transaction of the update that causes it, and queues its mail.
import type { Tx } from '../platform/postgres/tables.ts';
import type { Context, AuditContext } from '../platform/context.ts';
import { addJobs } from '../platform/background/jobs.ts';
import type { RecordName } from '../events/index.ts';
import { insertNoteMails } from '../records/index.ts';
import type { EmailContent } from './mails/email-content.ts';
import { insertMails, MAIL_JOB } from './mails/mails.sql.ts';
import type { NotificationType } from './notifications.catalogue.ts';
import { notify } from './notifications.sql.ts';

/** A type that is true counts towards the caller's hourly limit of notifications. SLA warnings, ended holds and alerts about webhooks have no caller; watchers chose to be notified, or were chosen once. */
const isLimited: Record<NotificationType, boolean> = {
  'incident.assigned': true,
  'incident.stakeholders': true,
  'incident.replied': true,
  'incident.answered': true,
  'incident.awaiting_you': true,
  'incident.resolved': true,
  'approval.requested': true,
  'request.submitted': true,
  'request.decided': true,
  'change.submitted': true,
  'change.decided': true,
  'article.submitted': true,
  'article.published': true,
  'article.sent_back': true,
  mention: true,
  'watched.updated': false,
  'incident.resumed': false,
  'sla.breach_warning': false,
  'webhook.delivery_failed': false,
  'webhook.owner_inactive': false,
  'work.left_open': false,
  'work.handed_over': true,
};

/** The caller chose the recipients of these, who count towards the hourly limit of mails. The others follow from the record. */
const isChosenByCaller: ReadonlySet<NotificationType> = new Set([
  'incident.assigned',
  'incident.stakeholders',
  'mention',
  'work.handed_over',
]);

/** These are about no update of a record that somebody may watch. */
const unwatched: ReadonlySet<NotificationType> = new Set([
  'webhook.delivery_failed',
  'webhook.owner_inactive',
  'work.left_open',
  'work.handed_over',
]);

export interface NewNotification {
  type: NotificationType;
  record: { type: RecordName; id: string; version: number };
  /** These people get the notification in the service. */
  people: readonly string[];
  data: object;
  /** These users and group addresses get the mail. */
  mailTo: readonly string[];
  content: EmailContent;
}

export async function sendNotification(
  tx: Tx,
  { actor, now, requestId, withoutMail }: AuditContext & Pick<Context, 'withoutMail'>,
  notification: NewNotification,
): Promise<void> {
  const { type, record, people, data, mailTo, content } = notification;
  const at = now.toISOString();
  const caller = isLimited[type] ? actor.id : null;
  const { id: subject, version } = record;
  const stored = unwatched.has(type) ? data : { ...data, version };
  await notify(tx, people, { type, subject, at, data: stored, caller });
  if (withoutMail || mailTo.length === 0) return;
  const mails = await insertMails(tx, {
    type,
    recipients: [...mailTo],
    caller: isChosenByCaller.has(type) ? actor.id : null,
    content,
    record_type: record.type,
    record_id: record.id,
    record_version: record.version,
    request_id: requestId,
    created_at: at,
  });
  if (content.note?.quotesEarlier)
    await insertNoteMails(
      tx,
      content.note.id,
      mails.map(({ id, recipient }) => ({ mail_id: id, recipient })),
    );
  await addJobs(
    tx,
    MAIL_JOB,
    mails.map(({ id }) => ({ mail_id: id })),
  );
}
