import { registerSettings } from '../platform/runtime/settings.ts';
import type { sendMail as send, verifyMailServer as verify } from './mails/mail.ts';
import { mailSettings } from './mails/mails.settings.ts';
export { purgeSentMails, sendWaitingMail } from './mails/mails.jobs.ts';
export { MAIL_JOB, readWaitingMails, wantsMail } from './mails/mails.sql.ts';
export type { NotificationType } from './notifications.catalogue.ts';
export { notificationRoutes } from './notifications.routes.ts';
export {
  findUnmailed,
  markMailed,
  notifyUpTo,
  purgeExpiredNotifications,
} from './notifications.sql.ts';
export { preferenceRoutes } from './preferences.routes.ts';
export { sendNotification } from './notify.ts';
export { notifyAssignee, notifyPeople, type RecordNotice } from './record-notice.ts';
export { notificationTimeline } from './timeline-part.ts';

registerSettings(mailSettings);

/** Imported on demand, like the other uses of the mail library. */
export const sendMail = async (...mail: Parameters<typeof send>): ReturnType<typeof send> =>
  (await import('./mails/mail.ts')).sendMail(...mail);

/** The reason why the mail server refuses; undefined if it accepts the credentials. */
export const verifyMailServer = async (
  ...given: Parameters<typeof verify>
): ReturnType<typeof verify> => (await import('./mails/mail.ts')).verifyMailServer(...given);
