import type { Feature } from '../feature.ts';
import { ACCOUNT_MAIL_JOB } from '../identity/index.ts';
import { HOUR } from '../platform/background/schedules.ts';
import { createAccountMail } from './account-mails/account-mails.jobs.ts';
import type { sendMail as send, verifyMailServer as verify } from './mails/mail.ts';
import { purgeSentMails, sendWaitingMail } from './mails/mails.jobs.ts';
import { mailSettings } from './mails/mails.settings.ts';
import { MAIL_JOB } from './mails/mails.sql.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { purgeExpiredNotifications } from './notifications.sql.ts';
import { purgeExpiredChanges } from './unread.sql.ts';
import { preferenceRoutes } from './preferences.routes.ts';
export { type MailServer, RefusedLogin } from './mails/mail.login.ts';
export { MAIL_JOB, readWaitingMails, wantsMail } from './mails/mails.sql.ts';
export { forgetReturnedMails, recordReturnedMail } from './mails/undeliverable.sql.ts';
export type { NotificationType } from './notifications.catalogue.ts';
export { findUnmailed, markMailed, notifyUpTo } from './notifications.sql.ts';
export { sendNotification } from './notify.ts';
export { notifyAssignee, notifyPeople, type RecordNotice } from './record-notice.ts';
export { unreadNotifications } from './unread.ts';
export { notificationTimeline } from './timeline-part.ts';

export const notificationFeature: Feature = {
  routes: [...notificationRoutes, ...preferenceRoutes],
  settings: mailSettings,
  jobs: { [MAIL_JOB]: sendWaitingMail, [ACCOUNT_MAIL_JOB]: createAccountMail },
  schedules: (deps) => [
    { name: 'purge-sent-mails', everySeconds: HOUR, run: () => purgeSentMails(deps) },
    {
      name: 'purge-notifications',
      everySeconds: HOUR,
      run: () => purgeExpiredNotifications(deps.db, deps.now()),
    },
    {
      name: 'purge-notification-changes',
      everySeconds: HOUR,
      run: () => purgeExpiredChanges(deps.db, deps.now()),
    },
  ],
};

/** The mail library is imported on demand, as in its other uses. */
export const sendMail = async (...mail: Parameters<typeof send>): ReturnType<typeof send> =>
  (await import('./mails/mail.ts')).sendMail(...mail);

/** Returns why no mail can be sent; undefined if it accepts the credentials. */
export const verifyMailServer = async (
  ...given: Parameters<typeof verify>
): ReturnType<typeof verify> => (await import('./mails/mail.ts')).verifyMailServer(...given);
