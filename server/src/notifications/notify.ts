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

/** Says which hourly limits of the caller count: those of notifications and mails, of notifications only, or none. */
type Counting = 'all' | 'notifications' | 'none';

/**
 * Mails count if the caller chose who gets them. Those to requesters, approvers and others who take part in the record
 * do not: nobody could lose the answer to a report because somebody else was mailed. SLA warnings, ended holds and alerts
 * about webhooks have no caller; watchers chose to be notified, or were chosen once.
 */
const countings: Record<NotificationType, Counting> = {
  'incident.assigned': 'all',
  'incident.stakeholders': 'all',
  'incident.replied': 'notifications',
  'incident.answered': 'notifications',
  'incident.awaiting_you': 'notifications',
  'incident.resolved': 'notifications',
  'approval.requested': 'notifications',
  'request.submitted': 'notifications',
  'request.decided': 'notifications',
  'task.ready': 'all',
  'change.submitted': 'notifications',
  'change.decided': 'notifications',
  'article.submitted': 'notifications',
  'article.published': 'notifications',
  'article.sent_back': 'notifications',
  mention: 'all',
  'watched.updated': 'none',
  'mail.received': 'none',
  'incident.resumed': 'none',
  'sla.breach_warning': 'none',
  'webhook.delivery_failed': 'none',
  'webhook.owner_inactive': 'none',
  'work.left_open': 'none',
  'rule.message': 'none',
  'work.handed_over': 'all',
};

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
  /** These people take part in the record already, so that the caller did not choose them. */
  takePart?: boolean;
  content: EmailContent;
}

export async function sendNotification(
  tx: Tx,
  { actor, now, requestId, chain, withoutMail }: AuditContext & Pick<Context, 'withoutMail'>,
  notification: NewNotification,
): Promise<void> {
  const { type, record, people, data, mailTo, takePart = false, content } = notification;
  const at = now.toISOString();
  const counting = countings[type];
  const { id: subject, version } = record;
  const stored = unwatched.has(type) ? data : { ...data, version };
  const caller = counting === 'none' ? null : actor.id;
  await notify(tx, people, { type, subject, at, data: stored, caller });
  if (withoutMail || mailTo.length === 0) return;
  const mails = await insertMails(tx, {
    type,
    recipients: [...mailTo],
    caller: counting === 'all' && !takePart ? actor.id : null,
    content,
    record_type: record.type,
    record_id: record.id,
    record_version: record.version,
    request_id: requestId,
    chain,
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
