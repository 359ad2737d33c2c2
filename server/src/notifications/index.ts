import { registerSettings } from '../platform/runtime/settings.ts';
import { mailSettings } from './mails.settings.ts';
export { sendMail } from './mail.ts';
export { purgeSentMails, sendWaitingMail } from './mails.jobs.ts';
export { wantsMail } from './mails.sql.ts';
export { type NotificationType, suppressionReasons } from './notifications.catalogue.ts';
export { notificationRoutes } from './notifications.routes.ts';
export { countNotifications, notify } from './notifications.sql.ts';
export { preferenceRoutes } from './preferences.routes.ts';
export { MAIL_JOB, sendNotification } from './notify.ts';

registerSettings(mailSettings);
